import { afterEach, describe, expect, it } from 'vitest'
import type { ClonedVoice } from '../../core/voices.ts'
import { createPrepareVoices, type PrepareVoices } from './prepare-voices.ts'

const voice = (id: string): ClonedVoice => ({
  id,
  projectId: 'p',
  fileId: 'f',
  model: 'svc-tts-2',
  sha256: id,
  createdAt: 0,
})

/** Each voice is being prepared until it is let go, or until it is told to stop. */
function slowly(mostWaiting?: number) {
  const begun: string[] = []
  const stopped: string[] = []
  const failed: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const preparing = createPrepareVoices({
    prepare: ({ id }, signal) =>
      new Promise((resolve, reject) => {
        begun.push(id)
        ends.set(id, { resolve, reject })
        signal.addEventListener('abort', () => {
          stopped.push(id)
          reject(signal.reason)
        })
      }),
    onError: (_, id) => failed.push(id),
    ...(mostWaiting !== undefined && { mostWaiting }),
  })
  opened.push(preparing)
  return { preparing, begun, stopped, failed, ends }
}

const opened: PrepareVoices[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(preparing => preparing.close()))
})

describe('voices that were just made', () => {
  it('are prepared one after the other, and one that fails holds up nobody', async () => {
    const { preparing, begun, failed, ends } = slowly()
    for (const id of ['a', 'b', 'c']) preparing.begin(voice(id))
    expect(begun).toEqual(['a'])
    ends.get('a')?.reject(new Error('no weights'))
    await expect.poll(() => begun).toEqual(['a', 'b'])
    ends.get('b')?.resolve()
    await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
    expect(failed).toEqual(['a'])
  })

  it('are left when they are deleted, before their turn and in the middle of it', async () => {
    const { preparing, begun, stopped, failed } = slowly()
    for (const id of ['a', 'b', 'c']) preparing.begin(voice(id))
    preparing.forget('b')
    preparing.forget('a')
    await expect.poll(() => begun).toEqual(['a', 'c'])
    expect({ stopped, failed }).toEqual({ stopped: ['a'], failed: [] })
  })

  it('do not pile up', async () => {
    const { preparing, begun, ends } = slowly(1)
    for (const id of ['a', 'b', 'c']) preparing.begin(voice(id))
    ends.get('a')?.resolve()
    await expect.poll(() => begun).toEqual(['a', 'b'])
    ends.get('b')?.resolve()
    await preparing.close()
    expect(begun).toEqual(['a', 'b'])
  })

  it('are left when the server stops', async () => {
    const { preparing, begun, stopped } = slowly()
    for (const id of ['a', 'b']) preparing.begin(voice(id))
    await preparing.close()
    preparing.begin(voice('c'))
    expect({ begun, stopped }).toEqual({ begun: ['a'], stopped: ['a'] })
  })
})
