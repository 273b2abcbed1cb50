import { setImmediate as nextTurn } from 'node:timers/promises'
import { termsOf } from './terms.ts'

/** The passages of one file, ready to be searched. */
export interface PassageIndex {
  readonly passages: readonly Passage[]
  readonly bytes: number
}

export interface Passage {
  readonly text: string
  readonly vector: Float32Array
  /** How often each term is in it. */
  readonly terms: ReadonlyMap<string, number>
  readonly length: number
}

/** How many passages are taken apart before others get their turn. */
const atOnce = 100

/** The length of the texts, the texts as JSON, then the vectors one after the other. */
export function encodeIndex(texts: readonly string[], vectors: readonly Float32Array[]): Buffer {
  const head = Buffer.from(JSON.stringify({ dimensions: vectors[0]?.length ?? 0, texts }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([
    length,
    head,
    ...vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ])
}

export async function decodeIndex(bytes: Buffer): Promise<PassageIndex> {
  const vectorsAt = 4 + bytes.readUInt32LE(0)
  const { dimensions, texts } = JSON.parse(bytes.toString('utf8', 4, vectorsAt)) as {
    dimensions: number
    texts: string[]
  }
  // A copy: what was read need not lie where numbers of four bytes may.
  const numbers = new Float32Array(new Uint8Array(bytes.subarray(vectorsAt)).buffer)
  const passages: Passage[] = []
  for (const [index, text] of texts.entries()) {
    if (index % atOnce === atOnce - 1) await nextTurn()
    passages.push({ ...wordsAlone(text), vector: numbers.subarray(index * dimensions, (index + 1) * dimensions) })
  }
  // Terms take about as much again as the bytes.
  return { passages, bytes: bytes.length * 3 }
}

/** A passage that is found by its letters only. */
export function wordsAlone(text: string): Passage {
  const all = termsOf(text)
  const terms = new Map<string, number>()
  for (const term of all) terms.set(term, (terms.get(term) ?? 0) + 1)
  return { text, vector: noVector, terms, length: all.length }
}

const noVector = new Float32Array()
