import { openPicture } from './open-picture.ts'

/** Red, green and blue, a byte each, row after row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array<ArrayBuffer>
}

export interface DecodedPicture extends Pixels {
  /** As it was given, upright. */
  readonly given: { readonly width: number; readonly height: number }
}

/** Upright, in sRGB, on white where it is transparent, its longest side at most so long. */
export async function decodePixels(
  bytes: Uint8Array,
  { longest }: { readonly longest: number },
  signal: AbortSignal,
): Promise<DecodedPicture> {
  signal.throwIfAborted()
  const { facts, render } = await openPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  signal.throwIfAborted()
  const { data, info } = await render(picture =>
    picture
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  signal.throwIfAborted()
  // A copy of its own: small buffers share their memory, and this one is handed to a worker.
  const { width, height } = facts.autoOrient
  return { width: info.width, height: info.height, data: new Uint8Array(data), given: { width, height } }
}
