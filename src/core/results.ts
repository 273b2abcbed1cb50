/** Something made for a caller and handed over by URL: speech, a picture, a song. */
export interface StoredResult {
  readonly id: string
  readonly projectId: string
  readonly contentType: string
  readonly filename: string
  readonly bytes: number
  readonly createdAt: number
  readonly expiresAt: number
}

export interface ResultRecords {
  insert(result: StoredResult): Promise<void>
  find(id: string): Promise<StoredResult | undefined>
  expired(now: number, limit: number): Promise<StoredResult[]>
  delete(id: string): Promise<void>
  existing(ids: readonly string[]): Promise<Set<string>>
}
