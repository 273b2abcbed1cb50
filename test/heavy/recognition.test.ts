import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { RecognitionEngine } from '../../src/core/recognition.ts'
import { createScriptedRecognition } from '../../src/engines/scripted/scripted-recognition.ts'
import { misbehave } from '../support/recognition/misbehave.ts'
import { randomOf } from '../support/recognition/random-of.ts'
import { type RecognitionServer, startRecognitionServer } from '../support/recognition/recognition-server.ts'
import { connect } from '../support/recognition/socket-client.ts'
import { speak, vocabulary, wavFile } from '../support/recognition/tones.ts'

const completed = 'conversation.item.input_audio_transcription.completed'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Megabytes that are left once everything that can be collected has been. */
function heldMegabytes(): number {
  for (let round = 0; round < 3; round++) collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1024 / 1024
}

/** Keeps nothing of what it was asked. */
function forgetfulEngine(): RecognitionEngine {
  const scripted = createScriptedRecognition({ vocabulary })
  return {
    async recognise(request, signal) {
      const answer = await scripted.recognise(request, signal)
      scripted.requests.length = 0
      return answer
    },
  }
}

/** A word, and a short or a longer pause. */
const sounds = vocabulary.flatMap(word => [speak([word, 40]), speak([word, 400])])

describe('live recognition', () => {
  it('outlives fifty sessions at once that are cut, garbled and left idle, and keeps nothing of them', async () => {
    await using server = await startRecognitionServer(forgetfulEngine())
    const round = (seed: number) =>
      Promise.all(Array.from({ length: 50 }, (_, index) => misbehave(server, randomOf(seed * 1000 + index), sounds)))
    await round(1)
    const before = heldMegabytes()
    for (const seed of [2, 3, 4]) await round(seed)
    await expect.poll(() => server.detector.listeners).toBe(0)
    await expect.poll(() => server.streams.open).toBe(0)
    expect(server.served.filter(({ status }) => status !== 101)).toEqual([])
    expect(heldMegabytes() - before).toBeLessThan(10)
    const client = await connect(server)
    client.append(speak(['alpha']))
    client.commit()
    expect(await client.until(completed)).toMatchObject({ transcript: 'alpha' })
    await client.close()
  })
})

describe('a recording', () => {
  const send = (server: RecognitionServer, file: Blob) => {
    const form = new FormData()
    form.append('model', 'svc-asr')
    form.append('response_format', 'json')
    form.append('file', file, 'sound.wav')
    return server.fetch('/v1/audio/transcriptions', { method: 'POST', body: form })
  }

  it('of 100 MB is refused, and of a byte less is not', async () => {
    await using server = await startRecognitionServer(forgetfulEngine(), {
      async *decode() {
        yield speak(['alpha'])
      },
    })
    const whole = Buffer.alloc(100 * 1024 * 1024)
    wavFile(speak(['alpha'])).copy(whole)
    const refused = await send(server, new Blob([whole]))
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ error: { type: 'request_too_large', param: 'file' } })
    const accepted = await send(server, new Blob([whole.subarray(0, -1)]))
    expect([accepted.status, await accepted.json()]).toEqual([200, { text: 'alpha' }])
  })

  it('of an hour is heard in flat memory', async () => {
    const minute = speak([...Array.from({ length: 18 }, () => vocabulary).flat(), 5000])
    let most = 0
    await using server = await startRecognitionServer(forgetfulEngine(), {
      async *decode() {
        for (let count = 0; count < 60; count++) {
          for (let at = 0; at < minute.length; at += 16_000) yield minute.subarray(at, at + 16_000)
          if (count % 20 === 0) most = Math.max(most, heldMegabytes())
        }
      },
    })
    const before = heldMegabytes()
    const answer = await send(server, new Blob([wavFile(speak(['alpha']))]))
    const { text } = (await answer.json()) as { text: string }
    expect(text.split(' ')).toHaveLength(60 * 180)
    expect(most - before).toBeLessThan(40)
  })
})
