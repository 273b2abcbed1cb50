import type { Page, PageRequest } from './page.ts'

export interface ClonedVoice {
  readonly id: string
  readonly projectId: string
  readonly fileId: string
  readonly model: string
  /** What the source recording says, when the caller told us. */
  readonly text?: string
  /** Of the source's bytes: the same recording twice is one voice. */
  readonly sha256: string
  readonly createdAt: number
}

export interface VoiceRecords {
  /** False when another request made a voice of the same source first. */
  insert(voice: ClonedVoice): Promise<boolean>
  find(projectId: string, id: string): Promise<ClonedVoice | undefined>
  findBySource(projectId: string, model: string, sha256: string): Promise<ClonedVoice | undefined>
  /** The cursors are voices of the same project. */
  page(projectId: string, page: PageRequest): Promise<Page<ClonedVoice>>
  delete(projectId: string, id: string): Promise<boolean>
  existing(ids: readonly string[]): Promise<Set<string>>
}
