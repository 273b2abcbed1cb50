import type { Metadata, Sharp } from 'sharp'
import { openPicture } from './open-picture.ts'
import type { PictureKind } from './picture-kind.ts'

export { maxPictureBytes } from './open-picture.ts'
export { PictureError } from './picture-error.ts'

export interface PreparedPicture {
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

const longestSide = { low: 512, high: 2048 }

/** Upright, in sRGB, at most as large as its detail asks for, never enlarged, and without what cameras write beside the pixels. */
export async function preparePicture(
  bytes: Buffer,
  { detail }: { readonly detail: 'low' | 'high' },
): Promise<PreparedPicture> {
  const { kind, facts, render } = await openPicture(bytes)
  const side = longestSide[detail]
  return render(async (picture): Promise<PreparedPicture> => {
    if (!isReady(facts, kind, side)) return draw(picture, facts.hasAlpha, side)
    await picture.raw().toBuffer()
    return { mediaType: `image/${kind}`, data: bytes, width: facts.width, height: facts.height }
  })
}

/** Nothing to change, and nothing to strip: drawing it again would only cost quality. */
function isReady(facts: Metadata, kind: PictureKind, side: number): kind is 'jpeg' | 'png' {
  const { width, height, orientation = 1, space, exif, icc, xmp, iptc } = facts
  if (kind !== 'jpeg' && kind !== 'png') return false
  if (exif || icc || xmp || iptc) return false
  return Math.max(width, height) <= side && orientation === 1 && /^(srgb|b-w)$/.test(space)
}

async function draw(picture: Sharp, hasAlpha: boolean, side: number): Promise<PreparedPicture> {
  const scaled = picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  // Colour at full resolution: small coloured text stays legible.
  const encoded = hasAlpha ? scaled.png() : scaled.jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { mediaType: hasAlpha ? 'image/png' : 'image/jpeg', data, width: info.width, height: info.height }
}
