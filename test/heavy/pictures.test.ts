import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PictureError, preparePicture } from '../../src/media/pictures/prepare-picture.ts'

interface Sample {
  file: string
  expect: {
    width: number
    height: number
    frames: number
    upright_width?: number
    upright_height?: number
    has_alpha?: boolean
  }
}

const folder = new URL('../../../shared/samples/pictures/', import.meta.url)
const manifest = new URL('manifest.json', folder)
const samples: Sample[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : []
const longest = { low: 512, high: 2048 }
const named = samples.map(sample => [sample.file, sample.expect] as const)

describe.skipIf(samples.length === 0)('real pictures', () => {
  it.each(named.filter(([, { frames }]) => frames === 1))('%s', async (file, facts) => {
    const bytes = readFileSync(new URL(file, folder))
    const [width, height] = [facts.upright_width ?? facts.width, facts.upright_height ?? facts.height]
    for (const detail of ['low', 'high'] as const) {
      const picture = await preparePicture(bytes, { detail })
      const scale = Math.min(1, longest[detail] / Math.max(width, height))
      expect(picture.width).toBe(Math.round(width * scale))
      expect(picture.height).toBe(Math.round(height * scale))
      expect(picture.mediaType === 'image/png').toBe(
        facts.has_alpha === true || (picture.data === bytes && file.endsWith('.png')),
      )
      const { space, depth, hasAlpha, exif, hasProfile, ...size } = await sharp(picture.data).metadata()
      expect(size).toMatchObject({ width: picture.width, height: picture.height })
      expect({ depth, hasAlpha, hasProfile, exif }).toEqual({
        depth: 'uchar',
        hasAlpha: facts.has_alpha === true,
        hasProfile: false,
        exif: undefined,
      })
      expect(['srgb', 'b-w']).toContain(space)
      await expectSamePicture(bytes, picture.data)
    }
  })

  it.each(named.filter(([, { frames }]) => frames > 1))('%s is refused: it moves', async file => {
    const error = await preparePicture(readFileSync(new URL(file, folder)), { detail: 'low' }).catch(caught => caught)
    expect(error).toBeInstanceOf(PictureError)
    expect(error.message).toContain('animated')
  })
})

/** Thumbnails of both, compared pixel by pixel: turned, inverted or recoloured pictures are far apart. */
async function expectSamePicture(before: Buffer, after: Buffer): Promise<void> {
  const thumbnail = (bytes: Buffer) =>
    sharp(bytes, { autoOrient: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .removeAlpha()
      .resize(24, 24, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer()
  const [old, now] = [await thumbnail(before), await thumbnail(after)]
  const channels = (bytes: Buffer) => bytes.length / (24 * 24)
  const level = (bytes: Buffer, n: number) => bytes[Math.floor(n / 3) * channels(bytes) + (n % channels(bytes))] ?? 0
  const differences = Array.from({ length: 24 * 24 * 3 }, (_, n) => Math.abs(level(old, n) - level(now, n)))
  expect(differences.reduce((sum, value) => sum + value) / differences.length).toBeLessThan(4)
}
