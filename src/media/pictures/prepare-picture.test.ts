import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { PictureError, preparePicture } from './prepare-picture.ts'

const blank = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width, height, channels, background: { r: 40, g: 90, b: 200, alpha: 0.5 } } })

/** Rough enough that damage shows. */
const noise = (width: number, height: number): Sharp =>
  sharp(Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (Math.imul(n, 2654435761) >>> 15) & 255)), {
    raw: { width, height, channels: 3 },
  })

const frames = () => [blank(20, 10, 4).png(), blank(20, 10, 4).negate().png()].map(frame => frame.toBuffer())

const low = { detail: 'low' } as const
const high = { detail: 'high' } as const

async function refusal(bytes: Buffer): Promise<string> {
  const error = await preparePicture(bytes, low).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(PictureError)
  return (error as PictureError).message
}

async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

describe('sizes', () => {
  it.each([
    [3000, 1500, [512, 256], [2048, 1024]],
    [700, 1400, [256, 512], [700, 1400]],
    [100, 60, [100, 60], [100, 60]],
    [6000, 3, [512, 1], [2048, 1]],
  ])('%d×%d', async (width, height, small, large) => {
    const bytes = await blank(width, height).webp().toBuffer()
    for (const [detail, [expectedWidth, expectedHeight]] of [
      ['low', small],
      ['high', large],
    ] as const) {
      const picture = await preparePicture(bytes, { detail })
      expect(picture).toMatchObject({ mediaType: 'image/jpeg', width: expectedWidth, height: expectedHeight })
      const facts = await sharp(picture.data).metadata()
      expect(facts).toMatchObject({ format: 'jpeg', width: expectedWidth, height: expectedHeight })
    }
  })
})

describe('what comes out', () => {
  it.each(['jpeg', 'png'] as const)('is the very same %s where nothing has to change', async format => {
    const bytes = await noise(64, 48)[format]().toBuffer()
    const picture = await preparePicture(bytes, low)
    expect(picture).toEqual({ mediaType: `image/${format}`, data: bytes, width: 64, height: 48 })
  })

  it.each(['png', 'webp', 'gif'] as const)('keeps the alpha of a %s', async format => {
    const bytes = await blank(1000, 500, 4)
      .composite([{ input: Buffer.alloc(4), raw: { width: 1, height: 1, channels: 4 }, tile: true, blend: 'clear' }])
      [format]()
      .toBuffer()
    const picture = await preparePicture(bytes, low)
    expect(picture).toMatchObject({ mediaType: 'image/png', width: 512, height: 256 })
    expect((await pixel(picture.data, 5, 5))[3]).toBe(0)
  })

  it('stands upright, and holds nothing that the camera wrote beside the pixels', async () => {
    const bytes = await blank(60, 40)
      .composite([{ input: await blank(60, 20).negate().png().toBuffer(), top: 0, left: 0 }])
      .withExif({ IFD0: { Artist: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data, width, height } = await preparePicture(bytes, high)
    expect([width, height]).toEqual([40, 60])
    const [right, left] = [await pixel(data, 35, 30), await pixel(data, 5, 30)]
    expect(right[0]).toBeGreaterThan(150)
    expect(left[0]).toBeLessThan(100)
    const facts = await sharp(data).metadata()
    expect([facts.exif, facts.icc, facts.xmp, facts.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  it.each([
    ['cmyk', blank(30, 30).toColourspace('cmyk').jpeg()],
    ['16 bits', blank(30, 30).toColourspace('rgb16').png()],
    ['16 bits with alpha', blank(30, 30, 4).toColourspace('rgb16').png()],
    ['a wide gamut', blank(30, 30).withIccProfile('p3').png()],
  ])('is plain sRGB of 8 bits when it came with %s', async (_, picture) => {
    const { data } = await preparePicture(await picture.toBuffer(), high)
    const facts = await sharp(data).metadata()
    expect(facts).toMatchObject({ space: 'srgb', depth: 'uchar', hasProfile: false })
    const [, green = 0, blue = 0] = await pixel(data, 10, 10)
    expect(blue).toBeGreaterThan(green + 40)
  })

  it('is taken although the camera left bytes before a marker', async () => {
    const bytes = await noise(80, 80).jpeg().toBuffer()
    // Between the first segment and the next, where only a marker belongs.
    const border = 4 + bytes.readUInt16BE(4)
    const odd = Buffer.concat([bytes.subarray(0, border), Buffer.from([7, 7, 7]), bytes.subarray(border)])
    expect(await preparePicture(odd, low)).toMatchObject({ width: 80, height: 80 })
  })
})

describe('refused', () => {
  it.each(['gif', 'webp'] as const)('an animated %s', async format => {
    const bytes = await sharp(await Promise.all(frames()), { join: { animated: true } })
      [format]()
      .toBuffer()
    expect(await refusal(bytes)).toBe(
      `The ${format} is animated; only static pictures are accepted: jpg, png, webp and static gif.`,
    )
  })

  it('an animated png', async () => {
    const bytes = await blank(20, 10).png().toBuffer()
    const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)])
    expect(await refusal(Buffer.concat([bytes.subarray(0, 33), control, bytes.subarray(33)]))).toContain(
      'The png is animated',
    )
  })

  it.each([
    [
      'svg',
      async () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['tif', () => blank(9, 9).tiff().toBuffer()],
    ['avif', () => blank(9, 9).avif().toBuffer()],
    ['heic', async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')])],
    ['bmp', async () => Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1')],
    ['pdf', async () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['of no known kind', async () => Buffer.from('<!doctype html><title>Not found</title>')],
  ])('what is %s', async (kind, bytes) => {
    expect(await refusal(await bytes())).toBe(`The picture is ${kind}; accepted: jpg, png, webp and static gif.`)
  })

  it('nothing at all', async () => {
    expect(await refusal(Buffer.alloc(0))).toContain('The picture is empty')
  })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s that was cut', async format => {
    const bytes = await noise(120, 90)[format]().toBuffer()
    await preparePicture(bytes, low)
    for (const share of [0.01, 0.5, 0.95]) {
      expect(await refusal(bytes.subarray(0, Math.ceil(bytes.length * share)))).toMatch(
        /^The picture is (damaged|of no)/,
      )
    }
  })

  it.each(['jpeg', 'png', 'gif'] as const)('a %s with damage inside', async format => {
    const bytes = await noise(120, 90)[format]().toBuffer()
    const half = bytes.length >> 1
    for (let at = half; at < half + 60; at += 1) bytes[at] = (Math.imul(at, 2654435761) >>> 9) & 255
    expect(await refusal(bytes)).toBe("The picture is damaged: it can't be decoded to its end.")
  })

  it('too many pixels or bytes, before anything is decoded', async () => {
    const png = await blank(9, 9).png().toBuffer()
    const claim = (width: number, height: number) => {
      const bytes = Buffer.from(png)
      bytes.writeUInt32BE(width, 16)
      bytes.writeUInt32BE(height, 20)
      // The header carries a checksum of its own.
      bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
      return bytes
    }
    expect(await refusal(claim(16_385, 1))).toContain('16385×1 pixels')
    expect(await refusal(claim(8193, 6144))).toBe(
      'The picture has 8193×6144 pixels; accepted: at most 16384 on a side and 50331648 together.',
    )
    const gif = await blank(9, 9).gif().toBuffer()
    const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 9, 0, 9, 0]))
    gif.writeUInt32LE(0xffffffff, frame + 5)
    expect(await refusal(gif)).toContain('65535×65535 pixels')
    expect(await refusal(Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024)]))).toContain('at most 20971520')
  })
})
