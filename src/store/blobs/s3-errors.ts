interface S3Failure {
  name?: string
  message?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** A missing bucket is not a missing blob: it must be seen. */
export function isMissing(error: unknown): boolean {
  const { name } = error as S3Failure
  return name === 'NoSuchKey' || name === 'NotFound'
}

export function isEmptyRange(error: unknown): boolean {
  const { name, $metadata } = error as S3Failure
  return name === 'InvalidRange' || $metadata?.httpStatusCode === 416
}

/** Some of the client's errors say only `UnknownError`, or nothing at all when no address could be reached. */
export function describeS3Error(doing: 'write' | 'read' | 'delete' | 'list', bucket: string, error: unknown): Error {
  const { name, message, code, $metadata } = error as S3Failure
  const status = $metadata?.httpStatusCode
  const facts = [
    name !== 'Error' && name,
    code !== name && code,
    status && `HTTP ${status}`,
    message !== name && message,
  ]
  return new Error(`S3 ${doing} in bucket "${bucket}" failed: ${facts.filter(Boolean).join(': ')}`, { cause: error })
}
