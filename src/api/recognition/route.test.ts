import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type RecognitionServer, startRecognitionServer } from '../../../test/support/recognition/recognition-server.ts'
import { connect } from '../../../test/support/recognition/socket-client.ts'
import { speak, vocabulary, wavFile } from '../../../test/support/recognition/tones.ts'
import { VirtualClock } from '../../../test/support/recognition/virtual-clock.ts'
import { createScriptedRecognition } from '../../engines/scripted/scripted-recognition.ts'

const completed = 'conversation.item.input_audio_transcription.completed'
const delta = 'conversation.item.input_audio_transcription.delta'

const clock = new VirtualClock()
let server: RecognitionServer
beforeAll(async () => {
  server = await startRecognitionServer(createScriptedRecognition({ vocabulary }), { clock })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('a session', () => {
  it('says what it begins with, and what it became', async () => {
    const client = await connect(server)
    const created = await client.until('session.created')
    expect(created).toMatchObject({
      event_id: expect.stringMatching(/^event_/),
      meta: { session_id: expect.stringMatching(/^sess_/), timestamp: expect.any(Number) },
      session: {
        audio: {
          input: {
            format: { type: 'pcm', codec: 'pcm_s16le', rate: 16_000, bits: 16, channel: 1 },
            transcription: { model: 'svcaudio-2.5-asr-stream', language: 'auto', full_rerun_on_commit: false },
            turn_detection: null,
          },
        },
      },
    })
    client.update({
      format: { type: 'pcm', codec: 'pcm_s16le', rate: 8000, bits: 16, channel: 2 },
      transcription: { model: 'svc-asr', language: 'zh', prompt: 'x', full_rerun_on_commit: true, enable_itn: true },
      turn_detection: { type: 'server_vad', silence_duration_ms: 700, threshold: 0.6 },
    })
    expect(await client.until('session.updated')).toMatchObject({
      session: {
        audio: {
          input: {
            format: { rate: 8000, channel: 2 },
            transcription: {
              model: 'svc-asr',
              language: 'zh',
              prompt: 'x',
              full_rerun_on_commit: true,
              enable_itn: true,
            },
            turn_detection: { type: 'server_vad', silence_duration_ms: 700, threshold: 0.6 },
          },
        },
      },
    })
    client.update({ turn_detection: null, transcription: { language: 'auto' } })
    const again = await client.until('session.updated', 1)
    expect(again).toMatchObject({
      session: {
        audio: {
          input: { format: { rate: 8000 }, transcription: { prompt: 'x', language: 'auto' }, turn_detection: null },
        },
      },
    })
    await client.close()
  })

  it('hears, settles and completes', async () => {
    const client = await connect(server)
    for (const word of vocabulary) client.append(speak([word]))
    await client.until(delta)
    client.commit()
    const done = await client.until(completed)
    expect(done).toMatchObject({
      item_id: expect.any(String),
      content_index: 0,
      transcript: vocabulary.join(' '),
      language: 'en',
      reason: 'commit',
      usage: { prompt_tokens: 31, completion_tokens: 18, total_tokens: 49 },
    })
    const words = done.words as { word: string; start: number; end: number; final: boolean }[]
    expect(words[1]).toEqual({ word: ' bravo', start: expect.any(Number), end: expect.any(Number), final: true })
    const types = client.messages.map(({ type }) => type).filter(type => type !== delta)
    expect(types).toEqual(['session.created', 'input_audio_buffer.committed', 'conversation.item.created', completed])
    expect(client.messages.find(({ type }) => type === 'input_audio_buffer.committed')).toMatchObject({
      item_id: done.item_id,
      previous_item_id: null,
    })
    expect(client.messages.find(({ type }) => type === 'conversation.item.created')).toMatchObject({
      previous_item_id: null,
      item: {
        id: done.item_id,
        object: 'realtime.item',
        type: 'message',
        status: 'in_progress',
        role: 'user',
        content: [{ type: 'input_audio' }],
      },
    })
    await client.close()
  })

  it('finds turns', async () => {
    const client = await connect(server)
    client.update({ turn_detection: { type: 'server_vad', silence_duration_ms: 300, threshold: 0.5 } })
    client.append(speak([320, 'alpha', 'bravo', 800, 'charlie', 800]))
    expect(await client.until(completed)).toMatchObject({ transcript: 'alpha bravo', reason: 'vad' })
    expect(await client.until(completed, 1)).toMatchObject({ transcript: 'charlie', reason: 'vad' })
    const started = await client.until('input_audio_buffer.speech_started')
    const stopped = await client.until('input_audio_buffer.speech_stopped')
    expect(Math.abs(Number(started.audio_start_ms) - 320)).toBeLessThan(50)
    expect(Math.abs(Number(stopped.audio_end_ms) - 864)).toBeLessThan(70)
    expect(stopped).toMatchObject({ item_id: started.item_id, audio_start_ms: started.audio_start_ms })
    await client.close()
  })

  it('takes WAV files and odd pieces', async () => {
    const client = await connect(server)
    client.append(wavFile(speak(['alpha', 'bravo'], { rate: 48_000 }), 48_000))
    client.commit()
    expect(await client.until(completed)).toMatchObject({ transcript: 'alpha bravo' })
    const whole = wavFile(speak(['charlie', 'delta']))
    for (let at = 0; at < whole.length; at += 3333) client.append(whole.subarray(at, at + 3333))
    client.commit()
    expect(await client.until(completed, 1)).toMatchObject({ transcript: 'charlie delta' })
    await client.close()
  })
})

describe('the end', () => {
  it('comes after a minute without sound', async () => {
    const client = await connect(server)
    await client.until('session.created')
    await clock.advance(60_001)
    expect(await client.until('error')).toMatchObject({ error: { code: 'max_idle_timeout' } })
    expect(await client.closed).toEqual({ code: 4000, reason: 'max_idle_timeout' })
  })

  it('comes when two pings are not answered', async () => {
    await using quick = await startRecognitionServer(createScriptedRecognition({ vocabulary }), { pingMs: 50 })
    const client = await connect(quick)
    const answering = await connect(quick)
    client.socket.pong = () => {}
    expect(await client.closed).toEqual({ code: 4001, reason: 'pong_timeout' })
    expect(client.messages.at(-1)).toMatchObject({ error: { code: 'pong_timeout', type: 'invalid_request_error' } })
    expect(answering.socket.readyState).toBe(WebSocket.OPEN)
    await answering.close()
  })

  it('leaves nothing open when callers cut the line, even in the middle of a message', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(server)))
    for (const [index, client] of clients.entries()) {
      client.append(speak(vocabulary))
      if (index % 2 === 0) client.commit()
      client.socket.on('error', () => {})
      client.socket.terminate()
    }
    await expect.poll(() => server.detector.listeners).toBe(0)
    await expect.poll(() => server.streams.open).toBe(0)
    expect(clock.waiting).toBe(0)
  })

  it('is told when the server stops', async () => {
    const stopping = await startRecognitionServer(createScriptedRecognition({ vocabulary }))
    const client = await connect(stopping)
    await client.until('session.created')
    await stopping[Symbol.asyncDispose]()
    expect((await client.closed).code).toBe(1001)
  })
})

describe('a caller that does not read', () => {
  it('is sent only the newest of what it missed, and loses nothing that counts', async () => {
    const client = await connect(server)
    client.socket.pause()
    for (let turn = 0; turn < 30; turn++) {
      for (const word of vocabulary) client.append(speak([word]))
      client.commit()
    }
    await expect.poll(() => server.usages.length, { timeout: 15_000 }).toBeGreaterThan(25)
    client.socket.resume()
    await client.until(completed, 29)
    expect(client.messages.filter(({ type }) => type === completed)).toHaveLength(30)
    await client.close()
  })
})
