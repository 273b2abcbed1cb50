/** The picture itself is at fault; the message may be shown to whoever sent it. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}
