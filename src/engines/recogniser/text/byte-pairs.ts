import { joinPieces, type Vocabulary } from './vocabulary.ts'

const words = /'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu

/** Whisper's vocabulary: text of any kind as bytes, each byte written as a printable letter. */
export function createBytePairs(numbers: Readonly<Record<string, number>>): Vocabulary {
  const letters = byteLetters()
  const byteOf = new Map(letters.map((letter, byte) => [letter, byte]))
  const known = new Map(Object.entries(numbers))
  const pieces: string[] = []
  for (const [piece, number] of known) pieces[number] = piece

  return {
    bytes: token => Uint8Array.from(pieces[token] ?? '', letter => byteOf.get(letter) ?? 0),
    encode: text =>
      (text.match(words) ?? []).flatMap(word => {
        const spelled = [...Buffer.from(word)].map(byte => letters[byte] ?? '')
        return joinPieces(spelled, piece => known.get(piece)).flatMap(piece => known.get(piece) ?? [])
      }),
  }
}

/** Printable bytes stand for themselves, the others for letters from 256 on. */
function byteLetters(): string[] {
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
    return String.fromCharCode(printable ? byte : next++)
  })
}
