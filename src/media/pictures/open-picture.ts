import type { Metadata, Sharp } from 'sharp'
import { loadSharp } from './load-sharp.ts'
import { PictureError } from './picture-error.ts'
import { isAnimatedPng, otherKind, type PictureKind, pictureKind } from './picture-kind.ts'

export interface OpenPicture {
  readonly kind: PictureKind
  readonly facts: Metadata
  /** What comes of its pixels, upright. Throws a PictureError where they can't be decoded. */
  render<T>(draw: (picture: Sharp) => Promise<T>): Promise<T>
}

export const maxPictureBytes = 20 * 1024 * 1024
/** Three times 4096×4096: what a camera of 50 megapixels writes. */
const maxPixels = 8192 * 6144
const maxSide = 16_384
const seconds = 20
const accepted = 'jpg, png, webp and static gif'

/** Checks what can be told of a picture without its pixels. */
export async function openPicture(bytes: Buffer): Promise<OpenPicture> {
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
  return {
    kind,
    facts,
    // Of the four formats only jpeg tells by mere warnings that its pixels have suffered.
    render: draw =>
      draw(decode(kind === 'jpeg' ? 'warning' : 'error'))
        .catch(error => (isHarmless(error) ? draw(decode('error')) : Promise.reject(error)))
        .catch(damaged),
  }
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

/** Some phones and cameras write such jpegs, and every viewer shows them. */
function isHarmless(error: unknown): boolean {
  return error instanceof Error && /extraneous bytes before marker|Invalid SOS parameters/.test(error.message)
}

function damaged(error: unknown): never {
  const late = error instanceof Error && /timeout/i.test(error.message)
  const why = late ? `can't be decoded within ${seconds} seconds` : "is damaged: it can't be decoded to its end"
  throw new PictureError(`The picture ${why}.`, { cause: error })
}
