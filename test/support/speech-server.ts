import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpeechScript } from '../../src/engines/scripted/speech.ts'
import { startServer, type TestServer } from './server.ts'

/** Models that speak in tones, one a word. */
export const toneModels = ['svcaudio-2.5-tts', 'svc-tts-2', 'svc-tts-vivid'] as const

/** A whole server whose speech models do as the script says. */
export async function startSpeechServer(speech: SpeechScript = {}, more = ''): Promise<TestServer> {
  const script = join(await mkdtemp(join(tmpdir(), 'medley-speech-')), 'script.json')
  await writeFile(script, JSON.stringify({ replies: [], speech }))
  const entries = toneModels.map(model => `  ${model}: { engine: scripted, script: ${script} }`)
  return startServer({ config: `models:\n${entries.join('\n')}\n${more}` })
}

export const plainSpeech = { model: 'svcaudio-2.5-tts', input: 'One two three four five.', voice: 'lively-girl' }

export function speak(server: TestServer, body: object, options: { path?: string; key?: string } = {}) {
  return server.fetch(options.path ?? '/v1/audio/speech', {
    method: 'POST',
    body: JSON.stringify({ ...plainSpeech, ...body }),
    headers: { 'content-type': 'application/json' },
    ...(options.key !== undefined && { key: options.key }),
  })
}

/** The bytes of a plain answer. */
export async function spoken(server: TestServer, body: object): Promise<Buffer> {
  const response = await speak(server, body)
  if (response.status !== 200) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

/** Seconds and samples of pcm at that rate. */
export async function pcmOf(server: TestServer, body: object, rate = 24_000) {
  const bytes = await spoken(server, { response_format: 'pcm', sample_rate: rate, ...body })
  const whole = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  return { seconds: whole.length / rate, samples: Float32Array.from(whole, sample => sample / 32_767) }
}
