/** `files/file-0123456789`: folders and plain words, so that a name can never leave its root. */
export function isBlobName(name: string): boolean {
  return /^[a-z]+(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(name)
}

export function assertBlobName(name: string): string {
  if (!isBlobName(name)) throw new Error(`not a blob name: ${JSON.stringify(name)}`)
  return name
}
