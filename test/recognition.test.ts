import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { connect } from './support/recognition/socket-client.ts'
import { vocabulary, wavFile } from './support/recognition/tones.ts'
import { startServer, type TestServer } from './support/server.ts'

let folder: string
let server: TestServer
let socketUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-recognition-'))
  await writeFile(join(folder, 'script.json'), JSON.stringify({ replies: [], recognition: { vocabulary } }))
  const entry = { engine: 'scripted', script: './script.json' }
  const models = { 'svc-asr': entry, 'svcaudio-2.5-asr-stream': entry }
  server = await startServer({ folder, config: JSON.stringify({ models }) })
  socketUrl = `${server.url.replace('http', 'ws')}/v1/realtime/asr/stream`
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const silence = wavFile(new Float32Array(16_000 * 2))

function transcribe(file: Blob, format = 'json', key = server.key) {
  const form = new FormData()
  form.append('file', file, 'sound.wav')
  form.append('model', 'svc-asr')
  form.append('response_format', format)
  return server.fetch('/v1/audio/transcriptions', { method: 'POST', body: form, key })
}

function openSocket(key: string): WebSocket {
  return new WebSocket(socketUrl, { headers: { authorization: `Bearer ${key}` } })
}

const connectWith = (key = server.key) => connect({ socketUrl, key })

describe('the whole server', () => {
  it('hears no words in silence, with the detector that comes with it', async () => {
    const response = await transcribe(new Blob([silence]))
    expect(await response.json()).toEqual({ text: '' })
  })

  it('refuses what is no sound, and keeps nothing of it', async () => {
    const response = await transcribe(new Blob(['Just some words.\n'.repeat(100)]))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { param: 'file', message: expect.stringContaining('flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm') },
    })
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  it('recognises live', async () => {
    const client = await connectWith()
    const created = await client.until('session.created')
    expect(created).toMatchObject({ session: { audio: { input: { turn_detection: null } } } })
    client.append(silence)
    client.commit()
    const done = await client.until('conversation.item.input_audio_transcription.completed')
    expect(done).toMatchObject({ transcript: '', words: [], reason: 'commit', usage: { prompt_tokens: 20 } })
    await client.close()
  })

  it('lets in only keys that may', async () => {
    const { secret } = await server.platform.keys.create({ name: 'files only', scopes: ['files'] })
    expect((await transcribe(new Blob([silence]), 'json', secret)).status).toBe(403)
    const [, response] = await once(openSocket(secret), 'unexpected-response')
    expect(response.statusCode).toBe(403)
    const { secret: live } = await server.platform.keys.create({ name: 'live only', scopes: ['recognition'] })
    const client = await connectWith(live)
    await client.close()
  })

  it('counts sockets that are open against the limit of a key', async () => {
    const { secret } = await server.platform.keys.create({ name: 'one', limits: { concurrentRequests: 1 } })
    const client = await connectWith(secret)
    const [, response] = await once(openSocket(secret), 'unexpected-response')
    expect(response.statusCode).toBe(429)
    await client.close()
    await expect.poll(async () => (await transcribe(new Blob([silence]), 'text', secret)).status).toBe(200)
  })

  it('records what was used', async () => {
    const { body } = await server.json<{ data: { family: string; model: string; input_tokens: number }[] }>(
      '/v1/admin/usage',
    )
    expect(body.data).toContainEqual(
      expect.objectContaining({ family: 'recognition', model: 'svcaudio-2.5-asr-stream', input_tokens: 20 }),
    )
  })
})
