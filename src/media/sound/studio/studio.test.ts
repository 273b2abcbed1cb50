import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gather } from '../../gather.ts'
import { joined } from '../effects/effect.ts'
import { largestStep, levelAt, peakOf, tone } from '../effects/measure.fixture.ts'
import { encodeTone, wav, writePicture } from '../test-sounds.ts'
import { createSoundStudio, type EncodeOptions, SoundError, type SoundPiece, soundFormats } from './studio.ts'

const folder = mkdtempSync(join(tmpdir(), 'studio-'))
const studio = createSoundStudio({ folder, decodes: 2 })
afterAll(async () => {
  await studio.close()
  rmSync(folder, { recursive: true })
})

async function* piecesOf(samples: Float32Array, rate: number, length = 4800): AsyncGenerator<SoundPiece> {
  for (let at = 0; at < samples.length; at += length) yield { samples: samples.subarray(at, at + length), rate }
}

async function encoded(samples: Float32Array, options: EncodeOptions, rate = 24_000, length?: number): Promise<Buffer> {
  return Buffer.concat(await gather(studio.encode(piecesOf(samples, rate, length), options)))
}

async function* bytes(content: Buffer, length = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length)
}

const decoded = async (source: string | AsyncIterable<Uint8Array>, rate: number) =>
  joined(await gather(studio.decode(source, { rate })))

describe('what is encoded', () => {
  const sound = tone(440, 2, 24_000)
  const rates = [8000, 16_000, 22_050, 24_000, 48_000]

  it.each(
    soundFormats.filter(format => format !== 'pcm').flatMap(format => rates.map(rate => [format, rate] as const)),
  )('as %s at %d comes back as it was', async (format, rate) => {
    const output = await decoded(bytes(await encoded(sound, { format, rate })), 24_000)
    // Mp3 has whole frames only, and what its decoder needs before the first.
    const most = format === 'mp3' ? (576 * 2 - 47) / Math.min(rate, 24_000) : 0.001
    expect(output.length / 24_000 - 2).toBeGreaterThanOrEqual(-0.001)
    expect(output.length / 24_000 - 2).toBeLessThanOrEqual(most)
    expect(levelAt(output.subarray(4800, 43_200), 440, 24_000)).toBeCloseTo(0.5, 1)
    expect(largestStep(output.subarray(2400, 45_600))).toBeLessThan(0.075)
  })

  it('as pcm is 16 bits a sample, the lower byte first', async () => {
    const output = await encoded(Float32Array.of(0, 0.5, -0.5, 0.25), { format: 'pcm', rate: 24_000 })
    expect([...new Int16Array(output.buffer, output.byteOffset, 4)]).toEqual([0, 16384, -16383, 8192])
  })

  it('says how long it is where its format can', async () => {
    const file = await encoded(sound, { format: 'wav', rate: 24_000 })
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    expect(file.readUInt32LE(40)).toBe(96_000)
    const flac = await encoded(sound, { format: 'flac', rate: 24_000 })
    expect(flac.readUInt32BE(22)).toBe(48_000)
  })

  it('as mp3 has the frames that its sound needs, and no other', async () => {
    const lengths = Array.from({ length: 12 }, (_, n) => 4000 + n * 53)
    const files = await Promise.all(
      lengths.map(n => encoded(tone(440, n / 24_000, 24_000), { format: 'mp3', rate: 24_000 })),
    )
    // 1105 samples are delay; the frame that holds nothing else is left out.
    expect(files.map(file => file.length / 192)).toEqual(lengths.map(n => Math.ceil((n + 1105) / 576) - 1))
  })

  it.each(soundFormats)('as %s is the same bytes for any pieces', async format => {
    const options = { format, rate: 22_050 }
    const [one, other] = await Promise.all([encoded(sound, options, 24_000, 333), encoded(sound, options)])
    expect(one.equals(other)).toBe(true)
  })

  it.each(['mp3', 'opus', 'pcm'] as const)('as %s leaves as it is made', async format => {
    using encoder = studio.openEncoder({ format, rate: 24_000 })
    const first = await encoder.push({ samples: sound.subarray(0, 12_000), rate: 24_000 })
    expect(first.length).toBeGreaterThan(100)
    expect((await encoder.end()).length).toBeLessThan(first.length)
  })

  it('at twice the volume is louder and never cut off', async () => {
    const output = await decoded(bytes(await encoded(sound, { format: 'wav', rate: 24_000, volume: 2 })), 24_000)
    expect(peakOf(output)).toBeLessThan(0.98)
    expect(levelAt(output.subarray(4800, 43_200), 440, 24_000)).toBeGreaterThan(0.9)
    expect(levelAt(output.subarray(4800, 43_200), 1320, 24_000)).toBeLessThan(0.005)
  })

  it('may change its rate on the way, without a click', async () => {
    async function* mixed() {
      yield { samples: tone(200, 0.5, 24_000), rate: 24_000 }
      yield { samples: tone(200, 0.5, 16_000), rate: 16_000 }
    }
    const output = Buffer.concat(await gather(studio.encode(mixed(), { format: 'pcm', rate: 24_000 })))
    expect(output.length / 2).toBe(24_000)
    const samples = Float32Array.from(new Int16Array(output.buffer, output.byteOffset, 24_000), n => n / 32767)
    expect(largestStep(samples)).toBeLessThan(0.04)
  })

  it('is nothing but its frame when there is no sound', async () => {
    expect(await encoded(new Float32Array(0), { format: 'wav', rate: 24_000 })).toHaveLength(44)
    for (const format of soundFormats) await encoded(new Float32Array(0), { format, rate: 24_000 })
  })

  it('ends with its reader', async () => {
    const leaving = new AbortController()
    let pulled = 0
    async function* endless() {
      for (;;) {
        pulled += 1
        yield { samples: tone(440, 0.1, 24_000), rate: 24_000 }
      }
    }
    const stream = studio.encode(endless(), { format: 'pcm', rate: 24_000, signal: leaving.signal })
    const read = async () => {
      for await (const _ of stream) if (pulled === 3) leaving.abort(new Error('left'))
    }
    await expect(read()).rejects.toThrow('left')
    expect(pulled).toBeLessThanOrEqual(4)
  })
})

describe('what is decoded', () => {
  it.each([
    ['mp3', 'libmp3lame', 24_000],
    ['flac', 'flac', 16_000],
    ['ogg', 'libopus', 48_000],
    ['mp4', 'aac', 44_100],
    ['ipod', 'aac', 44_100],
    ['webm', 'libopus', 48_000],
    ['adts', 'aac', 44_100],
    ['mpeg', 'libmp3lame', 44_100],
  ] as const)('from %s with %s is the tone that went in', async (muxer, encoder, rate) => {
    const path = join(folder, `tone.${muxer}`)
    encodeTone(path, muxer, encoder, 3, rate)
    const output = await decoded(path, 16_000)
    expect(output.length / 16_000).toBeCloseTo(3, 0)
    expect(levelAt(output.subarray(16_000, 32_000), 440, 16_000)).toBeCloseTo(0.5, 1)
  })

  it('from stereo is not louder than either side', async () => {
    const file = wav(1, { rate: 16_000, channels: 2 })
    for (let at = 44; at < file.length; at += 2) file.writeInt16LE(30_000, at)
    expect(peakOf(await decoded(bytes(file), 16_000))).toBeCloseTo(30_000 / 32_768, 2)
  })

  it('comes a second at a time, when it is asked for', async () => {
    const path = join(folder, 'long.wav')
    await writeFile(path, wav(60))
    const lengths: number[] = []
    for await (const piece of studio.decode(path, { rate: 16_000 })) {
      lengths.push(piece.length)
      if (lengths.length === 3) break
    }
    expect(Math.max(...lengths)).toBeLessThan(20_000)
    expect(lengths).toHaveLength(3)
  })

  it('of a cut file lasts as long as it lasts', async () => {
    const file = wav(3)
    const output = await decoded(bytes(file.subarray(0, file.length / 2)), 16_000)
    expect(output.length / 16_000).toBeCloseTo(1.5, 1)
  })

  it.each([
    ['nothing at all', Buffer.alloc(0), 'The file is empty.'],
    ['text', Buffer.from('These words are no sound.'), 'text, not sound'],
    ['a header alone', wav(0), 'The file holds no sound that can be decoded.'],
    ['garbage', Buffer.from(Array.from({ length: 9000 }, (_, n) => ((n * 2654435761) >>> 13) & 255)), 'no sound in a'],
  ])('is refused when it is %s', async (_what, content, message) => {
    const error = await decoded(bytes(content), 16_000).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SoundError)
    expect(String(error)).toContain(message)
    expect(String(error)).not.toContain(folder)
  })

  it('is refused without a sound track, and when it announces billions of pieces', async () => {
    const picture = join(folder, 'picture.mkv')
    writePicture(picture)
    await expect(decoded(picture, 16_000)).rejects.toThrow('holds no sound')
    const path = join(folder, 'forged.m4a')
    encodeTone(path, 'mp4', 'aac', 1, 44_100)
    const forged = await readFile(path)
    forged.writeUInt32BE(1_000_000_000, forged.indexOf('stsz') + 12)
    await expect(decoded(bytes(forged), 16_000)).rejects.toThrow('announces too many pieces')
    // FFmpeg looks behind such a tag; so must the guard.
    const tagged = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), forged])
    await expect(decoded(bytes(tagged), 16_000)).rejects.toThrow('announces too many pieces')
  })

  it('is refused when it is too long, too large or too slow', async () => {
    const file = wav(3)
    const tooLong = gather(studio.decode(bytes(file), { rate: 16_000, maxAudioSeconds: 2 }))
    await expect(tooLong).rejects.toThrow('longer than the 2 seconds')
    const tooLarge = gather(studio.decode(bytes(file), { rate: 16_000, maxBytes: 1000 }))
    await expect(tooLarge).rejects.toThrow('larger than the 1000 bytes')
    // Its thread has yet to begin, which takes longer than that.
    const fresh = createSoundStudio({ folder, decodes: 1 })
    const tooSlow = gather(fresh.decode(bytes(file), { rate: 16_000, seconds: 0.0001 }))
    await expect(tooSlow).rejects.toThrow('within 0.0001 seconds')
    await fresh.close()
    expect(await decoded(bytes(file), 16_000)).toHaveLength(48_000)
  })

  it('ends with its reader, and leaves no file behind', async () => {
    const leaving = new AbortController()
    const stream = studio.decode(bytes(wav(60)), { rate: 16_000, signal: leaving.signal })
    const read = async () => {
      for await (const _ of stream) leaving.abort(new Error('left'))
    }
    await expect(read()).rejects.toThrow('left')
    expect((await readdir(folder)).filter(name => name.startsWith('medley-media'))).toEqual([])
  })

  it('waits for its turn, and each gets its own', async () => {
    const files = [1, 2, 3, 4, 5].map(seconds => decoded(bytes(wav(seconds)), 8000))
    expect((await Promise.all(files)).map(output => output.length)).toEqual([8000, 16_000, 24_000, 32_000, 40_000])
  })
})

it('a manner is put on in the studio, with no click between pieces', async () => {
  const sound = tone(220, 1, 24_000)
  const slow = joined(
    (await gather(studio.applyManner(piecesOf(sound, 24_000), { pace: 0.5 }))).map(({ samples }) => samples),
  )
  expect(slow.length / 24_000).toBeCloseTo(2, 1)
  expect(largestStep(slow)).toBeLessThan(0.06)
})
