export type RefusalReason = 'address' | 'scheme' | 'type' | 'size' | 'time' | 'status' | 'network' | 'redirects' | 'url'

/** The message may be shown to the caller: it names the host they sent, and nothing that was learned about this network. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
