import { describe, expect, it } from 'vitest'
import { PlatformError } from '../../core/errors.ts'
import type { Sighting } from '../../core/sight.ts'
import { createPerception, type PerceptionParts } from './perception.ts'
import { fitInto } from './room.ts'

const { signal } = new AbortController()
const sighting = (text: string, things: readonly string[] = []): Sighting => ({
  width: 640,
  height: 360,
  kind: 'photo',
  colours: [{ name: 'blue', share: 1 }],
  lines: text === '' ? [] : [{ text, left: 0, top: 0, width: 1, height: 0.1 }],
  objects: things.map(name => ({ name, certainty: 0.9, left: 0.4, top: 0.4, width: 0.2, height: 0.2 })),
})
const file = (content: string) => ({
  path: content,
  bytes: content.length,
  async *read() {
    yield Buffer.from(content)
  },
})

/** Sees what is written in the bytes, and counts how often it was asked. */
function setUp(more: Partial<PerceptionParts> = {}) {
  const asked = { look: 0, hear: 0 }
  const perception = createPerception({
    sight: {
      async look(bytes) {
        asked.look += 1
        const [text = '', ...things] = Buffer.from(bytes).toString().split('|')
        return sighting(text, things)
      },
      close: async () => undefined,
    },
    sampleVideo: async path => ({
      seconds: 8,
      frames: path.split(',').map((picture, index) => ({ at: index * 2 + 1, picture: Buffer.from(picture) })),
    }),
    async hear(path) {
      asked.hear += 1
      return path.includes('silent') ? '' : 'Good morning.'
    },
    ...more,
  })
  return { asked, ...perception }
}

describe('a picture in words', () => {
  it('says that software saw it, and what', async () => {
    const { picture } = setUp()
    expect(await picture(Buffer.from('EXIT|person'), 'low', 500, signal)).toBe(
      '[The user sent a picture. What software saw in it: a photo, 640×360 pixels (wide); colours: blue; in it: person (centre); text in it, line by line:\nEXIT]',
    )
  })

  it('is looked at once for a whole conversation, and again for another detail', async () => {
    const { asked, picture } = setUp()
    for (let turn = 0; turn < 3; turn++) await picture(Buffer.from('EXIT'), 'low', 500 - turn, signal)
    expect(asked.look).toBe(1)
    await picture(Buffer.from('EXIT'), 'high', 500, signal)
    expect(asked.look).toBe(2)
  })

  it('is cut to its room', async () => {
    const { picture } = setUp()
    const words = await picture(Buffer.from('word '.repeat(1000)), 'low', 100, signal)
    expect(words.length).toBeLessThan(600)
    expect(words).toContain('… (cut)')
  })
})

describe('a video in words', () => {
  it('tells scenes by their times, the same ones once, and what is said', async () => {
    const words = await setUp().video(file('A,A,B|dog,B|dog'), 'low', 'clip', 500, signal)
    expect(words.split('\n')).toEqual([
      '[The user sent a video. What software saw and heard in it: 8.0 seconds, 640×360 pixels',
      'at 1.0 to 3.0 s: a photo; colours: blue; text: A',
      'at 5.0 to 7.0 s: a photo; colours: blue; in it: dog (centre); text: B',
      'What is said in it: "Good morning."]',
    ])
  })

  it('says so when nothing is said, or it has no sound', async () => {
    expect(await setUp().video(file('silent'), 'low', 'clip', 500, signal)).toContain('No speech was heard in it.')
    const hear = async () => {
      throw new PlatformError('request_params_invalid', 'The file holds no sound, only other things.')
    }
    expect(await setUp({ hear }).video(file('A'), 'low', 'clip', 500, signal)).toContain('It has no sound')
  })

  it('says that its sound could not be transcribed, and tries again the next time', async () => {
    let ready = false
    const hear = async () => {
      if (ready) return 'Hello.'
      throw new PlatformError('service_unavailable', 'whisper-base is on its way: 40 %.')
    }
    const { video } = setUp({ hear })
    expect(await video(file('A'), 'low', 'clip', 500, signal)).toContain(
      'Its sound could not be transcribed: whisper-base is on its way: 40 %.',
    )
    ready = true
    expect(await video(file('A'), 'low', 'clip', 500, signal)).toContain('What is said in it: "Hello."')
  })
})

describe('sound in words', () => {
  it('is what is said, heard once', async () => {
    const { asked, sound } = setUp()
    const words = '[The user sent a recording. What software heard in it: "Good morning."]'
    expect(await sound(file('a'), 'clip', 500, signal)).toBe(words)
    expect(await sound(file('a'), 'clip', 500, signal)).toBe(words)
    expect(asked.hear).toBe(1)
    expect(await sound(file('silent'), 'clip', 500, signal)).toContain('No speech was heard')
  })

  it('fails while nobody can hear it', async () => {
    const arriving = new PlatformError('service_unavailable', 'on its way')
    const { sound } = setUp({ hear: () => Promise.reject(arriving) })
    await expect(sound(file('a'), 'clip', 500, signal)).rejects.toBe(arriving)
  })
})

describe('the room of a text', () => {
  it('holds less of other scripts, and never half a character', () => {
    expect(fitInto('short', 100)).toBe('short')
    expect(fitInto('1'.repeat(1000), 100)).toMatch(/^1{166}… \(cut\)$/)
    expect(fitInto('x'.repeat(1000), 100)).toMatch(/^x{400}… \(cut\)$/)
    expect(fitInto('好'.repeat(1000), 100)).toMatch(/^好{40}… \(cut\)$/)
    expect(fitInto('😀'.repeat(100), 5)).toBe('😀😀… (cut)')
  })
})
