import type { Place } from '../../../core/sight.ts'

export interface SeenObject extends Place {
  readonly name: string
  readonly certainty: number
}

/** Two boxes that share more than this of what they cover together are one thing. */
const sameThing = 0.5
/** What was seen in a part of the picture may be a part of a thing that was seen whole. */
const insideThing = 0.8

/** Surest first, each thing once. */
export function once(seen: readonly SeenObject[]): SeenObject[] {
  const kept: SeenObject[] = []
  for (const one of seen.toSorted((a, b) => b.certainty - a.certainty)) {
    const isKnown = kept.some(other => other.name === one.name && isSame(other, one))
    if (!isKnown) kept.push(one)
  }
  return kept
}

function isSame(a: Place, b: Place): boolean {
  const shared = overlap(a, b)
  const [sizeA, sizeB] = [a.width * a.height, b.width * b.height]
  return shared > sameThing * (sizeA + sizeB - shared) || shared > insideThing * Math.min(sizeA, sizeB)
}

function overlap(a: Place, b: Place): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, width) * Math.max(0, height)
}
