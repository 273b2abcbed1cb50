import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textErrors } from '../support/recognition/text-errors.ts'
import { weightsHere } from '../support/recognition/weights-here.ts'
import { hasRecordings, pathOf, recordings } from './synthesis/recordings.ts'
import { asWritten, type SpeakingServer, startSpeakingServer } from './synthesis/speaking-server.ts'

const able = hasRecordings && ['kokoro-82m', 'whisper-base'].every(name => weightsHere().state(name).state === 'ready')
const why = 'needs kokoro-82m and whisper-base in MEDLEY_WEIGHTS, and recordings in MEDLEY_SPEECH_SAMPLES'
const model = 'svcaudio-2.5-tts'
const input = 'The library opens at nine on weekdays. Please leave your umbrella by the door.'

describe.skipIf(!able)(`a cloned voice of the whole server (${why})`, { timeout: 900_000 }, () => {
  let server: SpeakingServer
  beforeAll(async () => {
    server = await startSpeakingServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  async function ask<T>(path: string, options: RequestInit, key = server.key): Promise<{ status: number; body: T }> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(typeof options.body === 'string' && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(`${server.url}${path}`, { ...options, headers })
    return { status: answer.status, body: (await answer.json()) as T }
  }
  const post = <T>(path: string, body: object, key?: string) =>
    ask<T>(path, { method: 'POST', body: JSON.stringify(body) }, key)

  it('is made from a recording, speaks for its project alone, and ends when it is deleted', async () => {
    const form = new FormData()
    form.append('purpose', 'storage')
    form.append('file', new File([readFileSync(pathOf(recordings[0]))], 'voice.wav'))
    const file = await ask<{ id: string }>('/v1/files', { method: 'POST', body: form })
    const made = await post<{ id: string }>('/v1/audio/voices', { model, file_id: file.body.id })
    expect(made).toMatchObject({ status: 200, body: { object: 'audio.voice' } })
    const voice = made.body.id

    const wav = await server.speak({ input, voice })
    const heard = await server.hear(wav, 'en')
    const { errors } = textErrors(asWritten(input, 'en'), asWritten(heard, 'en'), 'en')
    expect(errors, heard).toBeLessThanOrEqual(2)
    expect(await server.speak({ input, voice })).toEqual(wav)

    const stranger = await post<{ secret: string }>('/v1/admin/keys', { name: 'stranger', project: 'elsewhere' })
    const refused = await post('/v1/audio/speech', { model, input, voice }, stranger.body.secret)
    expect(refused).toMatchObject({ status: 400, body: { error: { type: 'voice_id_invalid', param: 'voice' } } })

    expect((await ask(`/v1/audio/voices/${voice}`, { method: 'DELETE' })).status).toBe(200)
    expect(await post('/v1/audio/speech', { model, input, voice })).toEqual(refused)
  })
})
