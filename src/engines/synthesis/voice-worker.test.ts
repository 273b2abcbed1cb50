import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { plainManner } from '../../core/speech.ts'
import type { SpeechJob } from './protocol.ts'
import { createVoiceWorker, type VoiceWorker } from './voice-worker.ts'

const entry = new URL('./voice-worker.fixture.ts', import.meta.url)
const settings = () => ({ family: { module: '', folder: '' }, learned: '', threads: 1 })
const opened: VoiceWorker[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(worker => worker.close()))
})

function open(options: Partial<Parameters<typeof createVoiceWorker>[0]> = {}): VoiceWorker {
  const worker = createVoiceWorker({ settings, atOnce: 8, idleSeconds: 0, entry, ...options })
  opened.push(worker)
  return worker
}

const job = (text: string): SpeechJob => ({
  text,
  voice: { kind: 'system', id: 'lively-girl' },
  speed: 1,
  manner: plainManner,
  pronunciations: [],
  seed: 1,
})

async function say(worker: VoiceWorker, text: string, signal = new AbortController().signal): Promise<number[]> {
  const all: number[] = []
  for await (const { samples } of worker.speak(job(text), signal)) all.push(samples[0] ?? 0)
  return all
}

describe('the thread of the voices', () => {
  it('speaks for several at a time, each in order', async () => {
    const worker = open()
    expect(await Promise.all([say(worker, 'a bb ccc'), say(worker, 'dddd a')])).toEqual([
      [1, 2, 3],
      [4, 1],
    ])
  })

  it('is hired again after it was lost, and those who were being served are told', async () => {
    const worker = open()
    const hanging = say(worker, 'a hang').catch((error: unknown) => error)
    await worker.load()
    const crashed = await say(worker, 'a crash').catch((error: unknown) => error)
    const interrupted = { code: 'service_unavailable', retryAfter: 1 }
    expect(crashed).toMatchObject(interrupted)
    expect(await hanging).toMatchObject(interrupted)
    expect(await say(worker, 'again here')).toEqual([5, 4])
  })

  it('fails one without the others', async () => {
    const worker = open()
    const [failed, fine] = await Promise.allSettled([say(worker, 'a fail'), say(worker, 'a bb')])
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'a voice failed' } })
    expect(fine).toEqual({ status: 'fulfilled', value: [1, 2] })
  })

  it('ends at once when its reader leaves, even while it waits', async () => {
    const worker = open()
    await worker.load()
    const leaving = new AbortController()
    const hanging = say(worker, 'hang', leaving.signal)
    const reason = new Error('gone')
    setImmediate(() => leaving.abort(reason))
    await expect(hanging).rejects.toBe(reason)
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([])
  })

  it('learns a voice before it is asked for, until that is no longer wanted', async () => {
    const worker = open()
    const { signal } = new AbortController()
    await worker.learn({ samples: new Float32Array(1), rate: 24_000 }, signal)
    const leaving = new AbortController()
    const endless = worker.learn({ samples: new Float32Array(0), rate: 24_000 }, leaving.signal)
    const reason = new Error('deleted')
    setImmediate(() => leaving.abort(reason))
    await expect(endless).rejects.toBe(reason)
  })

  it('turns away more than it can take', async () => {
    const worker = open({ atOnce: 1 })
    const leaving = new AbortController()
    const first = say(worker, 'hang', leaving.signal).catch(() => 'left')
    await expect(say(worker, 'a')).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 2 })
    leaving.abort()
    expect(await first).toBe('left')
    expect(await say(worker, 'a')).toEqual([1])
  })

  it('goes when there is nothing to do, and comes back', async () => {
    const worker = open({ idleSeconds: 0.02 })
    await say(worker, 'a')
    await expect.poll(() => worker.threadId).toBeUndefined()
    expect(await say(worker, 'bb')).toEqual([2])
  })

  it('tells why it can not begin, and tries again the next time', async () => {
    let isThere = false
    const worker = open({
      settings: () => {
        if (!isThere) throw new Error('on their way')
        return settings()
      },
    })
    await expect(say(worker, 'a')).rejects.toThrow('on their way')
    isThere = true
    expect(await say(worker, 'a')).toEqual([1])
  })

  it('says so when it can not be loaded', async () => {
    const worker = open({ entry: new URL('./nothing-here.ts', import.meta.url) })
    await expect(say(worker, 'a')).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'The voices could not be loaded.',
    })
  })

  it('does not speak once closed', async () => {
    const worker = open()
    const hanging = say(worker, 'a hang').catch((error: unknown) => error)
    await worker.load()
    await worker.close()
    expect(await hanging).toMatchObject({ code: 'service_unavailable' })
    await expect(say(worker, 'a')).rejects.toMatchObject({ code: 'service_unavailable' })
  })
})
