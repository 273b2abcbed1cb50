/** The video itself is at fault; the message may be shown to whoever sent it. */
export class VideoError extends Error {
  override readonly name = 'VideoError'
}
