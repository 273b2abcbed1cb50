import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RecognitionServer, startRecognitionServer } from '../../../test/support/recognition/recognition-server.ts'
import { connect } from '../../../test/support/recognition/socket-client.ts'
import { speak, vocabulary } from '../../../test/support/recognition/tones.ts'
import { createScriptedRecognition } from '../../engines/scripted/scripted-recognition.ts'

const completed = 'conversation.item.input_audio_transcription.completed'

let server: RecognitionServer
beforeAll(async () => {
  server = await startRecognitionServer(createScriptedRecognition({ vocabulary }))
})
afterAll(() => server[Symbol.asyncDispose]())

describe('mistakes keep the session', () => {
  const append = { type: 'input_audio_buffer.append', event_id: 'bad' }
  const update = (input: object) => ({ type: 'session.update', event_id: 'bad', session: { audio: { input } } })

  it.each([
    ['no JSON', 'nonsense', 'invalid_value', null],
    ['no object', '[1]', 'invalid_value', null],
    ['no type', { event_id: 'bad' }, 'missing_param', 'type'],
    ['an unknown type', { type: 'response.create', event_id: 'bad' }, 'invalid_value', 'type'],
    ['no audio', append, 'missing_param', 'audio'],
    ['no base64', { ...append, audio: '§§§§' }, 'invalid_value', 'audio'],
    ['half of base64', { ...append, audio: 'AAA A' }, 'invalid_value', 'audio'],
    ['no session', { type: 'session.update', event_id: 'bad' }, 'missing_param', 'session'],
    ['a format without type', update({ format: { rate: 16_000 } }), 'missing_param', 'session.audio.input.format.type'],
    ['a rate', update({ format: { type: 'pcm', rate: 1 } }), 'invalid_value', 'session.audio.input.format.rate'],
    ['a codec', update({ format: { type: 'pcm', codec: 'mp3' } }), 'invalid_value', 'session.audio.input.format.codec'],
    ['bits', update({ format: { type: 'pcm', bits: 12 } }), 'invalid_value', 'session.audio.input.format.bits'],
    [
      'a threshold',
      update({ turn_detection: { type: 'server_vad', threshold: 2 } }),
      'invalid_value',
      'session.audio.input.turn_detection.threshold',
    ],
    [
      'a model',
      update({ transcription: { model: 'none' } }),
      'invalid_value',
      'session.audio.input.transcription.model',
    ],
    ['an empty commit', { type: 'input_audio_buffer.commit', event_id: 'bad' }, 'invalid_value', null],
  ])('%s', async (_what, message, code, param) => {
    const client = await connect(server)
    client.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    const { error } = (await client.until('error')) as unknown as { error: Record<string, unknown> }
    const eventId = typeof message === 'string' ? null : 'bad'
    expect(error).toEqual({
      type: 'invalid_request_error',
      code,
      message: expect.any(String),
      param,
      event_id: eventId,
    })
    client.append(speak(['alpha']))
    client.commit()
    expect(await client.until(completed)).toMatchObject({ transcript: 'alpha' })
    await client.close()
  })

  it('but too large a message ends it', async () => {
    const client = await connect(server)
    client.socket.on('error', () => {})
    client.socket.send('x'.repeat(22 * 1024 * 1024))
    expect((await client.closed).code).toBe(1009)
  })
})
