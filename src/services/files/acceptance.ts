import { fileTypeFromBuffer } from 'file-type'
import { invalid, PlatformError } from '../../core/errors.ts'
import type { FilePurpose } from '../../core/files.ts'
import { documentExtensions } from '../../media/documents/extract.ts'

const megabyte = 1024 * 1024
const limits: Record<FilePurpose, number> = {
  'file-extract': 64 * megabyte,
  'retrieval-text': 64 * megabyte,
  'retrieval-image': 64 * megabyte,
  storage: 128 * megabyte,
}
const pictures = ['jpg', 'png', 'webp', 'gif']
const stored = ['mp4', ...pictures, 'mp3', 'wav']

export interface Candidate {
  readonly filename: string
  readonly purpose: FilePurpose
  readonly bytes: number
  readonly head: Uint8Array
}

/** Documents are judged by name here and by content when they are parsed; pictures, sound and video by content at once. */
export async function assertAcceptable({ filename, purpose, bytes, head }: Candidate): Promise<void> {
  if (bytes > limits[purpose]) {
    const most = limits[purpose] / megabyte
    throw new PlatformError('request_too_large', `A file with purpose "${purpose}" has at most ${most} MB.`, {
      param: 'file',
    })
  }
  if (purpose === 'file-extract' || purpose === 'retrieval-text') {
    const extension = extensionOf(filename)
    if (documentExtensions.includes(extension)) return
    throw invalid('file', `"${filename}" can't be parsed to text; accepted: ${documentExtensions.join(', ')}.`)
  }
  if (bytes === 0) throw invalid('file', `The file "${filename}" is empty.`)
  const accepted = purpose === 'storage' ? stored : pictures
  const kind = asAccepted((await fileTypeFromBuffer(head))?.ext)
  if (kind && accepted.includes(kind)) return
  const found = kind ? `it is ${kind}` : 'its content is of no known kind'
  throw invalid(
    'file',
    `"${filename}" can't be kept with purpose "${purpose}": ${found}; accepted: ${accepted.join(', ')}.`,
  )
}

/** A moving picture in a png is a png. */
function asAccepted(kind: string | undefined): string | undefined {
  return kind === 'apng' ? 'png' : kind
}

function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** The last part of whatever path came along, without what could break a log or a header. */
export function cleanFilename(given: string): string {
  const name =
    given
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim() ?? ''
  if (name === '' || name === '.' || name === '..') throw invalid('file', 'The file needs a name with an extension.')
  // By characters: half of one would be kept as something else.
  const letters = Array.from(name)
  return letters.length <= 255 ? name : [...letters.slice(0, 200), ...letters.slice(-55)].join('')
}
