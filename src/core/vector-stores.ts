import type { Page, PageRequest } from './page.ts'

/** A named collection of files that a model may look things up in. */
export interface VectorStore {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly type: 'text' | 'image'
  readonly createdAt: number
}

export type IndexingStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled'

export interface IndexedFile {
  readonly storeId: string
  readonly fileId: string
  /** What the caller says of it; searched together with its content. */
  readonly description?: string
  readonly status: IndexingStatus
  readonly statusDetails?: string
  readonly createdAt: number
}

/** A file that waits to be indexed, with what is needed for it. */
export interface FileToIndex extends IndexedFile {
  readonly projectId: string
}

export interface VectorStoreRecords {
  insert(store: VectorStore): Promise<void>
  find(projectId: string, id: string): Promise<VectorStore | undefined>
  count(projectId: string): Promise<number>
  /** The cursors are stores of the same project. */
  page(projectId: string, page: PageRequest): Promise<Page<VectorStore>>
  /** With everything in it. */
  delete(projectId: string, id: string): Promise<boolean>
  /** How many files of each store are in each state. */
  countFiles(storeIds: readonly string[]): Promise<Map<string, Map<IndexingStatus, number>>>

  /** Those that are in it already stay as they are. */
  addFiles(files: readonly IndexedFile[]): Promise<void>
  findFile(storeId: string, fileId: string): Promise<IndexedFile | undefined>
  /** The cursors are files of the same store. */
  pageFiles(storeId: string, page: PageRequest): Promise<Page<IndexedFile>>
  completedFiles(storeId: string): Promise<IndexedFile[]>
  removeFile(storeId: string, fileId: string): Promise<boolean>

  /** Takes one file that waits to be indexed and is nobody's until `leaseEnds`. */
  claimForIndexing(now: number, leaseEnds: number): Promise<FileToIndex | undefined>
  renewIndexing(file: IndexedFile, leaseEnds: number): Promise<void>
  finishIndexing(file: IndexedFile, status: 'completed' | 'failed', details?: string): Promise<void>
}
