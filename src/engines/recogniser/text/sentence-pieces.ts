import { joinPieces, type Vocabulary } from './vocabulary.ts'

const space = '▁'
const spelledByte = /^<0x([0-9A-F]{2})>$/
const firstText = 3

/** Moonshine's vocabulary: pieces of words, a space written as ▁, and single bytes for what has no piece. */
export function createSentencePieces(pieces: readonly string[]): Vocabulary {
  const known = new Map(pieces.map((piece, number) => [piece, number]))
  const bytes = pieces.map((piece, number) => {
    if (number < firstText) return new Uint8Array()
    const byte = spelledByte.exec(piece)?.[1]
    return byte === undefined ? Buffer.from(piece.replaceAll(space, ' ')) : Uint8Array.of(Number.parseInt(byte, 16))
  })

  return {
    bytes: token => bytes[token] ?? new Uint8Array(),
    encode(text) {
      const letters = [...text.replaceAll(' ', space)]
      return joinPieces(letters, piece => known.get(piece)).flatMap(piece => known.get(piece) ?? byteTokens(piece))
    },
  }

  function byteTokens(piece: string): number[] {
    return [...Buffer.from(piece)].map(byte => firstText + byte)
  }
}

/** The package carries its vocabulary as base64 text in a script: one piece a line, which begins with `<unk>`. */
export function piecesInScript(script: string): string[] {
  const start = Buffer.from('<unk>\n<s>\n</s>\n<0x00>\n').toString('base64').slice(0, 24)
  const from = script.indexOf(start)
  const end = from < 0 ? from : script.slice(from).search(/[^A-Za-z0-9+/=]/)
  if (from < 0 || end < 0) throw new Error('There is no vocabulary in the script.')
  return Buffer.from(script.slice(from, from + end), 'base64')
    .toString('utf8')
    .split('\n')
}
