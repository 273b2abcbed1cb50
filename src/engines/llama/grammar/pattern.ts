import type { CodePoints } from './code-points.ts'

/** A regular expression, taken apart. */
export type Pattern =
  | { readonly type: 'characters'; readonly set: CodePoints }
  | { readonly type: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly type: 'choice'; readonly choices: readonly Pattern[] }
  | { readonly type: 'repeat'; readonly item: Pattern; readonly least: number; readonly most: number }
  | { readonly type: 'begin' | 'end' }

export interface Lengths {
  readonly least: number
  readonly most: number
}

/** How many characters what it matches may have. */
export function lengthsOf(pattern: Pattern): Lengths {
  switch (pattern.type) {
    case 'begin':
    case 'end':
      return { least: 0, most: 0 }
    case 'characters':
      return { least: 1, most: 1 }
    case 'sequence': {
      const all = pattern.items.map(lengthsOf)
      return { least: sum(all.map(({ least }) => least)), most: sum(all.map(({ most }) => most)) }
    }
    case 'choice': {
      const all = pattern.choices.map(lengthsOf)
      return { least: Math.min(...all.map(({ least }) => least)), most: Math.max(...all.map(({ most }) => most)) }
    }
    case 'repeat': {
      const { least, most } = lengthsOf(pattern.item)
      return { least: least * pattern.least, most: most === 0 || pattern.most === 0 ? 0 : most * pattern.most }
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
