export const filePurposes = ['file-extract', 'retrieval-text', 'retrieval-image', 'storage'] as const
export type FilePurpose = (typeof filePurposes)[number]

/** `processed`: accepted, still being parsed. `success`: ready. `error`: could not be parsed; the details say why. */
export type FileStatus = 'processed' | 'success' | 'error'

export interface StoredFile {
  readonly id: string
  readonly projectId: string
  readonly filename: string
  readonly purpose: FilePurpose
  readonly bytes: number
  readonly sha256: string
  readonly createdAt: number
  readonly status: FileStatus
  readonly statusDetails?: string
}

export interface FileRecords {
  insert(file: StoredFile): Promise<void>
  find(projectId: string, id: string): Promise<StoredFile | undefined>
  /** Newest first. */
  list(projectId: string): Promise<StoredFile[]>
  count(projectId: string): Promise<number>
  delete(projectId: string, id: string): Promise<boolean>
  /** Takes one file that waits to be parsed and is nobody's until `leaseEnds`. */
  claimForParsing(now: number, leaseEnds: number): Promise<StoredFile | undefined>
  /** How many are not parsed yet. */
  countWaiting(): Promise<number>
  /** Keeps a claim while the parsing goes on. */
  renewParsing(id: string, leaseEnds: number): Promise<void>
  /** False when the file was deleted meanwhile. */
  finishParsing(id: string, status: 'success' | 'error', details?: string): Promise<boolean>
  /** Which of these ids still have a record; for the sweeper. */
  existing(ids: readonly string[]): Promise<Set<string>>
}
