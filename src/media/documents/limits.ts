export interface ExtractLimits {
  /** Time for one document, from the moment a parser takes it. */
  seconds: number
  /** Resident memory of the process that parses. */
  memoryMb: number
  /** Pages of a PDF, slides of a presentation, sheets of a workbook. */
  pages: number
  /** Bytes read from one document after decompression. */
  expandedBytes: number
  /** UTF-8 bytes of the text that comes out. */
  outputBytes: number
}

export const defaultLimits: Readonly<ExtractLimits> = {
  seconds: 60,
  memoryMb: 512,
  pages: 2000,
  expandedBytes: 256 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
}

/** What a reader gets: the file on disk, and how far it may go. */
export interface DocumentFile {
  readonly path: string
  readonly limits: ExtractLimits
}

export function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`
}
