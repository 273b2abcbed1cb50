/** The sound itself is at fault; the message may be shown to whoever sent it. */
export class SoundError extends Error {
  override readonly name = 'SoundError'
}
