import { SchemaProblem } from './schema-problem.ts'

/** llama.cpp ends its process when it is asked to repeat something 2000 times. */
export const repetitionsAtMost = 1500
/** A grammar is read anew for each answer: what is larger than this takes longer to read than to answer. */
const rulesAtMost = 4000
const repetitionsAtMostInAll = 30_000

/** The rules of a grammar in GBNF, each text once. */
export class RuleBook {
  readonly #rules = new Map<string, string>()
  readonly #names = new Map<string, string>()
  #repetitions = 0

  define(hint: string, body: string): string {
    const known = this.#names.get(body)
    if (known !== undefined) return known
    const name = this.reserve(hint)
    this.fill(name, body)
    this.#names.set(body, name)
    return name
  }

  /** A name for a rule that refers to itself. */
  reserve(hint: string): string {
    if (this.#rules.size >= rulesAtMost) throw new SchemaProblem(`it needs more than ${rulesAtMost} rules`)
    const name = `${hint}-${this.#rules.size}`
    this.#rules.set(name, '""')
    return name
  }

  fill(name: string, body: string): void {
    this.#rules.set(name, body)
  }

  /** A shorter text than the schema allows still keeps the schema; a longer one than it asks for does not. */
  repeat(item: string, least: number, most: number): string {
    if (least > repetitionsAtMost) {
      throw new SchemaProblem(`it asks for ${least} repetitions, and at most ${repetitionsAtMost} can be enforced`)
    }
    const bounded = most === Number.POSITIVE_INFINITY ? undefined : Math.min(most, repetitionsAtMost)
    this.#repetitions += Math.max(least, bounded ?? 0)
    if (this.#repetitions > repetitionsAtMostInAll) {
      throw new SchemaProblem(`its repetitions come to more than ${repetitionsAtMostInAll}`)
    }
    if (bounded === 0) return '""'
    if (least === 1 && bounded === 1) return item
    if (bounded === undefined && least < 2) return `${item}${least === 0 ? '*' : '+'}`
    return `${item}{${least},${bounded ?? ''}}`
  }

  write(root: string): string {
    return [`root ::= ${root}`, ...[...this.#rules].map(([name, body]) => `${name} ::= ${body}`)].join('\n')
  }
}

/** Exactly this text. */
export function literal(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, character => {
    if (character === '"' || character === '\\') return `\\${character}`
    return `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`
  })
  return `"${escaped}"`
}

export function anyOf(choices: readonly string[]): string {
  return choices.length === 1 ? (choices[0] ?? '""') : `(${choices.join(' | ')})`
}
