import { describe, expect, it } from 'vitest'
import type { TextEngine } from '../../core/engine.ts'
import type { GenerationRequest, Message } from '../../core/generation.ts'
import {
  createPrepareMedia,
  type MediaLimits,
  type MediaPart,
  type Perceive,
  type PreparePart,
} from './prepare-media.ts'

const picture = (name: string): MediaPart => ({
  type: 'image',
  source: { kind: 'url', url: `http://pictures/${name}` },
  detail: 'low',
  param: `content.${name}`,
})
const sound: MediaPart = { type: 'audio', source: { kind: 'url', url: 'http://sound' }, param: 'content.sound' }
const user = (...parts: MediaPart[]): Message => ({ role: 'user', parts: [{ type: 'text', text: 'Look:' }, ...parts] })
const request = (...messages: Message[]): GenerationRequest => ({
  model: 'svc-3.7-flash',
  messages,
  tools: [],
  toolChoice: 'auto',
  stop: [],
  format: { type: 'text' },
})
const engine = (sees: Partial<TextEngine['sees']> = {}): TextEngine => ({
  sees: { image: true, video: true, audio: true, ...sees },
  async *generate() {},
  countTokens: async () => 0,
})
const signal = () => new AbortController().signal

/** Twelve bytes for each part; each waits until it is let go. */
function createPreparing() {
  const begun: string[] = []
  const aborted: string[] = []
  const gate = Promise.withResolvers<void>()
  const prepare: PreparePart = async (part, signal) => {
    begun.push(part.param)
    signal.addEventListener('abort', () => aborted.push(part.param))
    await gate.promise
    if (part.param.includes('bad')) throw new Error('a bad picture')
    return { ...part, source: { kind: 'base64', mediaType: 'image/png', data: 'QUJDQUJDQUJDQUJD' } }
  }
  return { begun, aborted, prepare, release: () => gate.resolve() }
}

const limits: MediaLimits = { parts: 4, bytes: 48, atOnce: 2 }

describe('media of a request', () => {
  it('takes the place of what was named, wherever it was', async () => {
    const { prepare, release } = createPreparing()
    release()
    const asked = request({ role: 'system', text: 'Be brief.' }, user(picture('a')), {
      role: 'tool',
      callId: 'call_1',
      parts: [picture('b'), sound],
    })
    const ready = await createPrepareMedia(prepare)(asked, engine(), signal())
    const bytes = { kind: 'base64', mediaType: 'image/png', data: 'QUJDQUJDQUJDQUJD' }
    expect(ready).toEqual({
      ...asked,
      messages: [
        asked.messages[0],
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Look:' },
            { ...picture('a'), source: bytes },
          ],
        },
        {
          role: 'tool',
          callId: 'call_1',
          parts: [
            { ...picture('b'), source: bytes },
            { ...sound, source: bytes },
          ],
        },
      ],
    })
  })

  it('is not looked at when there is none', async () => {
    const asked = request(user())
    expect(await createPrepareMedia(createPreparing().prepare)(asked, engine(), signal())).toBe(asked)
  })

  it('is refused as a whole, before anything is fetched, when the engine can not take one part', async () => {
    const { begun, prepare } = createPreparing()
    const prepared = createPrepareMedia(prepare)(request(user(picture('a'), sound)), engine({ audio: false }), signal())
    await expect(prepared).rejects.toMatchObject({
      code: 'request_params_invalid',
      param: 'content.sound',
      message: '"content.sound": the engine behind "svc-3.7-flash" takes no audio.',
    })
    expect(begun).toEqual([])
  })

  it('is put into words where the engine can not take it as it is, and only there', async () => {
    const { begun, prepare, release } = createPreparing()
    release()
    const perceive: Perceive = async ({ param }, among) => ({ type: 'text', text: `${param}, one of ${among}` })
    const asked = request(user(picture('a'), sound), user(sound))
    const ready = await createPrepareMedia(prepare, perceive)(asked, engine({ audio: false }), signal())
    const told = { type: 'text', text: 'content.sound, one of 2' }
    expect(ready.messages).toMatchObject([{ parts: [{}, { type: 'image' }, told] }, { parts: [{}, told] }])
    expect(begun).toEqual(['content.a'])
  })

  it('is refused when there are too many parts', async () => {
    const { begun, prepare } = createPreparing()
    const asked = request(user(picture('a'), picture('b')), user(picture('c'), picture('d'), picture('e')))
    await expect(createPrepareMedia(prepare, undefined, limits)(asked, engine(), signal())).rejects.toMatchObject({
      param: 'content.e',
      message: expect.stringContaining('at most 4 of them together'),
    })
    expect(begun).toEqual([])
  })

  it('is refused when the parts are too large together', async () => {
    const { prepare, release } = createPreparing()
    release()
    const parts = [picture('a'), picture('b'), picture('c'), picture('d')]
    await createPrepareMedia(prepare, undefined, limits)(request(user(...parts)), engine(), signal())
    const tight = createPrepareMedia(prepare, undefined, { ...limits, bytes: 47 })
    await expect(tight(request(user(...parts)), engine(), signal())).rejects.toMatchObject({
      param: 'content.d',
      message: expect.stringContaining('at most 47 bytes together'),
    })
  })

  it('is prepared a few at a time', async () => {
    const { begun, prepare, release } = createPreparing()
    const asked = request(user(picture('a'), picture('b')), user(picture('c')))
    const prepared = createPrepareMedia(prepare, undefined, limits)(asked, engine(), signal())
    await expect.poll(() => begun).toEqual(['content.a', 'content.b'])
    release()
    await prepared
    expect(begun).toEqual(['content.a', 'content.b', 'content.c'])
  })

  it('is given up when one part fails', async () => {
    const { begun, aborted, prepare, release } = createPreparing()
    const patient: PreparePart = async (part, signal) => {
      if (part.param.includes('bad')) return prepare(part, signal)
      await Promise.all([prepare(part, signal), new Promise(resolve => signal.addEventListener('abort', resolve))])
      return part
    }
    const asked = request(user(picture('slow'), picture('bad'), picture('never')))
    const prepared = createPrepareMedia(patient, undefined, limits)(asked, engine(), signal())
    release()
    await expect(prepared).rejects.toThrow('a bad picture')
    expect(aborted).toContain('content.slow')
    expect(begun).toEqual(['content.slow', 'content.bad'])
  })

  it('is prepared once for all choices of a request, and again for the next', async () => {
    const { begun, prepare, release } = createPreparing()
    const prepareMedia = createPrepareMedia(prepare)
    const asked = request(user(picture('a')))
    const [own, other] = [signal(), signal()]
    const choices = [prepareMedia(asked, engine(), own), prepareMedia({ ...asked, seed: 2 }, engine(), own)]
    release()
    expect(await Promise.all(choices)).toMatchObject([{}, { seed: 2 }])
    expect(begun).toEqual(['content.a'])
    await prepareMedia(asked, engine(), other)
    expect(begun).toEqual(['content.a', 'content.a'])
  })
})
