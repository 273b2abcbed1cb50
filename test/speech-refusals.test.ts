import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from './support/server.ts'
import { speak, startSpeechServer } from './support/speech-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startSpeechServer()
})
afterAll(() => server.stop())

const older = { model: 'svc-tts-2' }

/** What is sent, the field that is named, and what is said of it. */
const refused: [sent: object, param: string, problem: string][] = [
  [{ model: undefined }, 'model', 'is required'],
  [{ model: '' }, 'model', 'must not be empty'],
  [{ model: 'svc-3.7-flash' }, 'model', 'does not speak'],
  [{ input: undefined }, 'input', 'is required'],
  [{ input: '' }, 'input', 'must not be empty'],
  [{ input: 5 }, 'input', 'must be a string'],
  [{ input: 'a'.repeat(1001) }, 'input', '1000'],
  [{ input: '好'.repeat(1001) }, 'input', '1000'],
  [{ input: '𠮷'.repeat(1001) }, 'input', '1000'],
  [{ input: '  \n ' }, 'input', 'nothing that can be spoken'],
  [{ input: '(whisper)' }, 'input', 'nothing that can be spoken'],
  [{ voice: undefined }, 'voice', 'is required'],
  [{ voice: '' }, 'voice', 'must not be empty'],
  [{ voice: 7 }, 'voice', 'must be a string'],
  [{ response_format: 'aac' }, 'response_format', '"wav", "mp3", "flac", "opus", "pcm"'],
  [{ speed: 0.49 }, 'speed', '0.5'],
  [{ speed: 2.01 }, 'speed', '2'],
  [{ speed: '1' }, 'speed', 'must be a number'],
  [{ volume: 0.09 }, 'volume', '0.1'],
  [{ volume: 2.01 }, 'volume', '2'],
  [{ sample_rate: 44_100 }, 'sample_rate', '8000'],
  [{ sample_rate: '24000' }, 'sample_rate', '(got "24000")'],
  [{ stream_format: 'json' }, 'stream_format', '"audio", "sse"'],
  [{ markdown_filter: 'yes' }, 'markdown_filter', 'true or false'],
  [{ return_url: 1 }, 'return_url', 'true or false'],
  [{ voice_label: { emotion: 'Happy' } }, 'voice_label', 'not accepted by "svcaudio-2.5-tts"'],
  [{ ...older, voice_label: { emotion: 'Happy', style: 'Slow' } }, 'voice_label', '"emotion" and "style"'],
  [{ ...older, voice_label: 'Happy' }, 'voice_label', 'must be an object'],
  [{ ...older, instruction: 'slowly' }, 'instruction', 'only accepted by "svcaudio-2.5-tts"'],
  [{ instruction: 'a'.repeat(201) }, 'instruction', '200'],
  [{ instruction: '𠮷'.repeat(201) }, 'instruction', '200'],
  [{ pronunciation_map: [{}] }, 'pronunciation_map', 'tone'],
  [{ pronunciation_map: [{ tone: 'no reading' }] }, 'pronunciation_map', 'text/reading'],
  [{ pronunciation_map: { tone: ['/a'] } }, 'pronunciation_map', 'text/reading'],
  [{ pronunciation_map: { tone: ['a/'] } }, 'pronunciation_map', 'text/reading'],
]

describe('speech refuses', () => {
  it.each(refused)('%j, naming %s', async (sent, param, problem) => {
    const response = await speak(server, sent)
    const { error } = (await response.json()) as {
      error: { type: string; code: string; param: string; message: string }
    }
    expect(response.status).toBe(400)
    expect(error).toMatchObject({ type: 'request_params_invalid', code: 'request_params_invalid' })
    expect(error.param.startsWith(param)).toBe(true)
    expect(`${error.param} ${error.message}`).toContain(problem)
  })

  it.each(['nobody', 'Lively-Girl', 'voice-tone-0123456789', '../x', '__proto__'])('the voice %s', async voice => {
    const response = await speak(server, { voice })
    expect(response.status).toBe(400)
    const body = (await response.json()) as { error: { message: string } }
    expect(body).toMatchObject({ error: { type: 'voice_id_invalid', code: 'voice_id_invalid', param: 'voice' } })
    expect(body.error.message).toContain(JSON.stringify(voice))
    expect(body.error.message).toContain('zixinnansheng')
  })

  it('a model that is not there, and who has no key', async () => {
    const unknown = await speak(server, { model: 'gpt-4o-mini-tts' })
    expect([unknown.status, ((await unknown.json()) as { error: { type: string } }).error.type]).toEqual([
      404,
      'model_invalid',
    ])
    for (const path of ['/v1/audio/speech', '/svc_plan/v1/audio/speech']) {
      expect((await speak(server, {}, { path, key: 'mk-wrong' })).status).toBe(401)
    }
  })
})

/** The last values that are still fine. */
const accepted: object[] = [
  { input: 'a'.repeat(1000) },
  { input: '好'.repeat(1000), speed: 2 },
  { input: '𠮷'.repeat(1000), speed: 2 },
  { input: `a(${'b'.repeat(997)})` },
  { speed: 0.5 },
  { speed: 2.0 },
  { volume: 0.1 },
  { volume: 2 },
  { instruction: '' },
  { instruction: 'a'.repeat(200) },
  { instruction: '𠮷'.repeat(200) },
  ...[8000, 16_000, 22_050, 24_000, 48_000].map(sample_rate => ({ sample_rate })),
  { response_format: null, speed: null, volume: null, sample_rate: null, stream_format: null, return_url: null },
  { ...older, voice_label: { emotion: 'Happy', style: null, language: '' } },
  { ...older, voice_label: { style: 'unheard of' } },
  { ...older, voice_label: {} },
  { ...older, voice_label: null, instruction: null },
  { model: 'svc-tts-vivid' },
  { pronunciation_map: [{ tone: 'One/wun' }] },
  { pronunciation_map: { tone: ['One/wun', '阿胶/e1 jiao1'] } },
  { pronunciation_map: [{ tone: ['One/wun'] }, { tone: 'two/too' }] },
  { pronunciation_map: [] },
  { markdown_filter: true },
]

describe('speech accepts', () => {
  it.each(accepted)('%j', async sent => {
    const response = await speak(server, sent)
    expect(response.status, response.status === 200 ? '' : await response.clone().text()).toBe(200)
    await response.arrayBuffer()
  })
})
