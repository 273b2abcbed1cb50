import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeTone } from '../sound/test-sounds.ts'
import type { SampleKind } from './live-format.ts'
import { openLiveSound } from './live-sound.ts'
import { createOpusDecoder } from './opus-decoder.ts'
import { Resampler } from './resampler.ts'

const opus = createOpusDecoder()
afterAll(() => opus.close())

const sine = (seconds: number, rate: number, pitch = 440) =>
  Float32Array.from({ length: seconds * rate }, (_, n) => Math.sin((2 * Math.PI * pitch * n) / rate) / 2)

function pcm(samples: Float32Array, kind: SampleKind, channels: number): Buffer {
  const width = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4 }[kind]
  const bytes = Buffer.alloc(samples.length * width * channels)
  let at = 0
  for (const sample of samples) {
    for (let channel = 0; channel < channels; channel++, at += width) {
      if (kind === 'f32') bytes.writeFloatLE(sample, at)
      else if (kind === 'u8') bytes.writeUInt8(Math.round(sample * 127) + 128, at)
      else bytes.writeIntLE(Math.round(sample * (2 ** (width * 8 - 1) - 1)), at, width)
    }
  }
  return bytes
}

function wavOf(samples: Float32Array, rate: number, kind: SampleKind, channels: number, promised?: number): Buffer {
  const data = pcm(samples, kind, channels)
  const width = data.length / samples.length / channels
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(kind === 'f32' ? 3 : 1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * channels * width, 28)
  header.writeUInt16LE(channels * width, 32)
  header.writeUInt16LE(width * 8, 34)
  header.write('data', 36)
  header.writeUInt32LE(promised ?? data.length, 40)
  return Buffer.concat([header, data])
}

async function hear(sound: ReturnType<typeof openLiveSound>, bytes: Uint8Array, cuts: readonly number[] = []) {
  const pieces: number[] = []
  const ends = [...new Set(cuts)].filter(cut => cut > 0 && cut < bytes.length).sort((a, b) => a - b)
  let from = 0
  for (const end of [...ends, bytes.length]) {
    pieces.push(...(await sound.push(bytes.subarray(from, end))))
    from = end
  }
  return Float32Array.from(pieces)
}

/** How far two sounds are apart where both should have settled. */
function distance(a: Float32Array, b: Float32Array): number {
  let most = 0
  for (let at = 800; at < Math.min(a.length, b.length) - 800; at++) {
    most = Math.max(most, Math.abs((a[at] ?? 0) - (b[at] ?? 0)))
  }
  return most
}

const bare = { type: 'pcm', rate: 16_000, kind: 's16', channels: 1 } as const

describe('bare samples', () => {
  it.each([
    ['u8', 1, 8000],
    ['s16', 2, 16_000],
    ['s24', 1, 44_100],
    ['s32', 2, 48_000],
    ['f32', 1, 24_000],
    ['s16', 6, 96_000],
  ] as const)('of kind %s with %i channels at %i are heard as they were', async (kind, channels, rate) => {
    const sound = openLiveSound({ type: 'pcm', rate, kind, channels }, opus)
    const heard = await hear(sound, pcm(sine(1, rate), kind, channels))
    expect(Math.abs(heard.length - 16_000)).toBeLessThan(120)
    expect(distance(heard, sine(1, 16_000))).toBeLessThan(kind === 'u8' ? 0.02 : 0.005)
  })

  it('are the same however they are cut', async () => {
    const bytes = pcm(sine(0.5, 44_100), 's24', 2)
    const format = { type: 'pcm', rate: 44_100, kind: 's24', channels: 2 } as const
    const whole = await hear(openLiveSound(format, opus), bytes)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async cuts => {
        const cut = await hear(openLiveSound(format, opus), bytes, cuts)
        expect(cut.length).toBe(whole.length)
        // Positions between samples are rounded, and not always the same way.
        expect(distance(cut, whole)).toBeLessThan(1e-3)
      }),
      { numRuns: 20 },
    )
  })

  it('lose what a lower rate can not hold instead of folding it back', () => {
    const high = new Resampler(48_000, 16_000).push(sine(1, 48_000, 10_000))
    expect(Math.max(...high.subarray(800, -800))).toBeLessThan(0.01)
  })
})

describe('a WAV header', () => {
  const stereo = wavOf(sine(0.5, 48_000), 48_000, 's24', 2)

  it('says how the samples are written, wherever it is cut', async () => {
    for (const cuts of [[], [3 + 1, 20, 43], [44], [45, 1000, 1001]]) {
      const heard = await hear(openLiveSound(bare, opus), stereo, cuts)
      expect(distance(heard, sine(0.5, 16_000))).toBeLessThan(0.005)
    }
  })

  it('may stand in front of every piece', async () => {
    const sound = openLiveSound(bare, opus)
    const piece = wavOf(sine(0.25, 16_000), 16_000, 's16', 1)
    expect(await sound.push(piece)).toHaveLength(4000)
    expect(await sound.push(piece)).toHaveLength(4000)
  })

  it('that was written before the length was known promises nothing, and chunks after the samples are no sound', async () => {
    const endless = wavOf(sine(0.25, 16_000), 16_000, 's16', 1, 0xffff_ffff)
    expect(await openLiveSound(bare, opus).push(endless)).toHaveLength(4000)
    const tagged = Buffer.concat([wavOf(sine(0.25, 16_000), 16_000, 's16', 1), Buffer.from('LIST\x04\0\0\0abcd')])
    const sound = openLiveSound(bare, opus)
    expect(await sound.push(tagged)).toHaveLength(4000)
    expect(await sound.push(Buffer.alloc(100))).toHaveLength(50)
  })

  it.each([
    ['a kind that is not read', Buffer.from(stereo).fill(7, 20, 21), 'samples of kind 7'],
    ['an odd number of bits', Buffer.from(stereo).fill(12, 34, 35), '12 bits; accepted'],
    ['no channels', Buffer.from(stereo).fill(0, 22, 24), '0 channels; accepted: 1 to 8'],
    ['another form', Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI '), Buffer.alloc(40)]), 'is no WAV'],
  ])('with %s is refused', async (_what, bytes, message) => {
    await expect(openLiveSound(bare, opus).push(bytes)).rejects.toThrow(message)
  })
})

describe('an Ogg stream', () => {
  it('is decoded as it comes, however it is cut', async () => {
    const path = join(tmpdir(), `live-${process.pid}.ogg`)
    encodeTone(path, 'ogg', 'libopus', 2, 48_000)
    const bytes = await readFile(path)
    await rm(path)
    const whole = await hear(openLiveSound({ type: 'ogg' }, opus), bytes)
    expect(Math.abs(whole.length - 32_000)).toBeLessThan(1000)
    expect(Math.max(...whole)).toBeGreaterThan(0.4)
    const sound = openLiveSound({ type: 'ogg' }, opus)
    const cut = await hear(sound, bytes, [1, 27, 28, 100, 500, 501, 4000])
    expect(cut).toEqual(whole)
    sound.close()
  })

  it('of something else is refused', async () => {
    await expect(openLiveSound({ type: 'ogg' }, opus).push(Buffer.from('RIFFxxxx'))).rejects.toThrow('no Ogg stream')
    const page = Buffer.concat([
      Buffer.from('OggS'),
      Buffer.alloc(22),
      Buffer.from([1, 10]),
      Buffer.from('\x01vorbis   '),
    ])
    await expect(openLiveSound({ type: 'ogg' }, opus).push(page)).rejects.toThrow('no Opus')
    const broken = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.from([1, 8]), Buffer.from('OpusHead')])
    await expect(openLiveSound({ type: 'ogg' }, opus).push(broken)).rejects.toThrow('header is broken')
  })
})
