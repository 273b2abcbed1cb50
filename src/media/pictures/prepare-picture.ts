import type { Metadata, Sharp } from 'sharp'
import { loadSharp } from './load-sharp.ts'
import { PictureError } from './picture-error.ts'
import { isAnimatedPng, otherKind, type PictureKind, pictureKind } from './picture-kind.ts'

export { PictureError } from './picture-error.ts'

export interface PreparedPicture {
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

export const maxPictureBytes = 20 * 1024 * 1024
/** Three times 4096×4096: what a camera of 50 megapixels writes. */
const maxPixels = 8192 * 6144
const maxSide = 16_384
const longestSide = { low: 512, high: 2048 }
const seconds = 20
const accepted = 'jpg, png, webp and static gif'

/** Upright, in sRGB, at most as large as its detail asks for, never enlarged, and without what cameras write beside the pixels. */
export async function preparePicture(
  bytes: Buffer,
  { detail }: { readonly detail: 'low' | 'high' },
): Promise<PreparedPicture> {
  if (bytes.length === 0) throw new PictureError(`The picture is empty; accepted: ${accepted}.`)
  if (bytes.length > maxPictureBytes) {
    throw new PictureError(`The picture has ${bytes.length} bytes; accepted: at most ${maxPictureBytes}.`)
  }
  const kind = pictureKind(bytes)
  if (!kind) throw new PictureError(`The picture is ${await otherKind(bytes)}; accepted: ${accepted}.`)

  const sharp = await loadSharp()
  const facts = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata().catch(damaged)
  assertAcceptable(facts, kind, bytes)

  const decode = (failOn: 'warning' | 'error') =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn, autoOrient: true }).timeout({ seconds })
  const side = longestSide[detail]
  const render = async (picture: Sharp): Promise<PreparedPicture> => {
    if (!isReady(facts, kind, side)) return draw(picture, facts.hasAlpha, side)
    await picture.raw().toBuffer()
    return { mediaType: `image/${kind}`, data: bytes, width: facts.width, height: facts.height }
  }
  // Of the four formats only jpeg tells by mere warnings that its pixels have suffered.
  return render(decode(kind === 'jpeg' ? 'warning' : 'error'))
    .catch(error => (isHarmless(error) ? render(decode('error')) : Promise.reject(error)))
    .catch(damaged)
}

function assertAcceptable({ width, height, pages = 1 }: Metadata, kind: PictureKind, bytes: Buffer): void {
  if (pages > 1 || (kind === 'png' && isAnimatedPng(bytes))) {
    throw new PictureError(`The ${kind} is animated; only static pictures are accepted: ${accepted}.`)
  }
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    const most = `at most ${maxSide} on a side and ${maxPixels} together`
    throw new PictureError(`The picture has ${width}×${height} pixels; accepted: ${most}.`)
  }
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

/** Some phones and cameras write such jpegs, and every viewer shows them. */
function isHarmless(error: unknown): boolean {
  return error instanceof Error && /extraneous bytes before marker|Invalid SOS parameters/.test(error.message)
}

function damaged(error: unknown): never {
  const late = error instanceof Error && /timeout/i.test(error.message)
  const why = late ? `can't be decoded within ${seconds} seconds` : "is damaged: it can't be decoded to its end"
  throw new PictureError(`The picture ${why}.`, { cause: error })
}
