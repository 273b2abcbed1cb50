/** Why weights did not come. The message is for whoever runs the server; what asks for them says less. */
export class PullError extends Error {
  override readonly name = 'PullError'
  /** Whether the bytes were wrong, so that what is kept of them must not be built upon. */
  readonly corrupt: boolean

  constructor(message: string, details: { readonly corrupt?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.corrupt = details.corrupt ?? false
  }
}

/** Errors of the system come without a sentence for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const { code, cause } = error as NodeJS.ErrnoException
  if (error instanceof PullError) return error.message
  if (error.message === '' || error.message === 'fetch failed') return code ?? (cause ? reasonOf(cause) : error.name)
  return error.message
}
