import type { DocumentFile } from '../limits.ts'
import { withoutControls } from '../plain-text.ts'
import { wholeTextFile } from './text-file.ts'

/** Plain text and Markdown are kept as they were written. */
export async function readText(file: DocumentFile): Promise<string> {
  return withoutControls(await wholeTextFile(file))
}
