import { detectAll } from 'jschardet'

// The detector's names of the encodings that this runtime can decode, with the runtime's names for them. Restricting
// the detector to these makes it choose the best readable answer instead of a near relative that nothing here decodes.
const decodable: Readonly<Record<string, string>> = {
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  gb18030: 'gb18030',
  big5: 'big5',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  cp949: 'euc-kr',
  'euc-kr': 'euc-kr',
  ibm866: 'ibm866',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  cp874: 'windows-874',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'windows-1258': 'windows-1258',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-7': 'iso-8859-7',
  'iso-8859-8': 'iso-8859-8',
}

const NEARBY_BYTES = 40

const otherScript = '[\\p{sc=Cyrillic}\\p{sc=Greek}\\p{sc=Hebrew}\\p{sc=Arabic}\\p{sc=Thai}]'
const mixedScripts = new RegExp(`\\p{sc=Latin}${otherScript}|${otherScript}\\p{sc=Latin}`, 'gu')

/** The encoding that a byte order mark states. */
export function byteOrderMark(head: Buffer): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

/** The runtime's name for an encoding that a document declares, when there is a decoder for it. */
export function knownEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** UTF-8 with a few damaged places, as cut-off or patched files have, is still better read as UTF-8. */
export function isNearlyUtf8(sample: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(sample)
  const beyondAscii = count(text, /[^\p{ASCII}\ufffd]/gu)
  return beyondAscii > 0 && beyondAscii >= 10 * count(text, /\ufffd/g)
}

/** The likeliest encoding of bytes that are not UTF-8. */
export function guessEncoding(bytes: Buffer): string {
  const sample = tellingParts(bytes)
  const guesses = detectAll(sample, { detectEncodings: Object.keys(decodable), minimumThreshold: 0 })
  for (const guess of guesses) {
    const encoding = decodable[guess.encoding?.toLowerCase() ?? '']
    if (encoding !== undefined && isPlausible(new TextDecoder(encoding).decode(sample))) return encoding
  }
  return 'windows-1252'
}

/** What is near bytes beyond ASCII: in a mostly English text a few foreign words would otherwise be outweighed. */
function tellingParts(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let from = 0
  let to = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    if (at - NEARBY_BYTES > to) {
      parts.push(bytes.subarray(from, to))
      from = at - NEARBY_BYTES
    }
    to = at + NEARBY_BYTES
  }
  return Buffer.concat([...parts, bytes.subarray(from, to)])
}

/** In a wrong guess letters of two scripts meet inside words, or byte pairs mean nothing. */
function isPlausible(text: string): boolean {
  const beyondAscii = count(text, /\P{ASCII}/gu)
  return 4 * count(text, mixedScripts) < beyondAscii && 20 * count(text, /\ufffd/g) < beyondAscii
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found += 1
  return found
}
