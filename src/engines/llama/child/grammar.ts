import type { FormattedChat } from './binding.ts'

export interface Constraint {
  readonly grammar: string
  readonly grammar_lazy: boolean
  readonly grammar_triggers: FormattedChat['grammar_triggers']
}

export interface Promises {
  readonly calls: 'auto' | 'none' | 'required'
  readonly severalCalls: boolean
}

/** More than this many calls at once is a model that has lost its way. */
const callsAtMost = 8
/** llama.cpp ends the process when it is asked to repeat something 2000 times. */
const repetitionsAtMost = 1500
/** llama.cpp's own rules let small models wander through line breaks, and lose themselves in a key. */
const tightSpace = '" "?'
const shortKey = '"\\"" char{1,40} "\\""'

/**
 * What must hold of the answer, from the grammars that llama.cpp writes for the tools and for the schema of the answer.
 * Theirs begin with the end of the prompt and with reasoning: ours begin with the answer.
 */
export function constrain(
  { calls, severalCalls }: Promises,
  forTools: FormattedChat | undefined,
  forAnswer: FormattedChat | undefined,
): Constraint | undefined {
  const call = severalCalls ? `tool-call ("\\n" tool-call){0,${callsAtMost - 1}}` : 'tool-call'
  const rules = new Map([...rulesOf(forAnswer?.grammar), ...rulesOf(forTools?.grammar)])
  if (rules.size === 0) return undefined
  tighten(rules)
  // Templates of other families name their rules otherwise; what llama.cpp made of them is left as it is.
  if (forTools && !rules.has('tool-call')) return unchanged(forTools)
  const isLazy = calls === 'auto' && !forAnswer
  if (!forTools) rules.set('root', 'response-format')
  else if (isLazy || calls === 'required') rules.set('root', call)
  else rules.set('root', `response-format | ${call}`)
  return {
    grammar: bounded([...rules].map(([name, rule]) => `${name} ::= ${rule}`).join('\n')),
    grammar_lazy: isLazy,
    grammar_triggers: isLazy && forTools ? early(forTools.grammar_triggers) : [],
  }
}

function tighten(rules: Map<string, string>): void {
  rules.set('space', tightSpace)
  const call = rules.get('tool-call')
  if (call) rules.set('tool-call', call.replace(/ space ("<\/[^"]*")$/, ' "\\n"? $1'))
  const object = rules.get('object')
  if (!object) return
  rules.set('object', object.replaceAll('string ":"', 'short-key ":"'))
  rules.set('short-key', shortKey)
}

function unchanged({ grammar, grammar_lazy, grammar_triggers, generation_prompt = '' }: FormattedChat): Constraint {
  const prefix = `${JSON.stringify(generation_prompt)} space `
  return { grammar: bounded(grammar.replace(prefix, '')), grammar_lazy, grammar_triggers: early(grammar_triggers) }
}

/** Once a call begins it is held to the grammar, also by a model that would leave out the line break. */
function early(triggers: FormattedChat['grammar_triggers']): FormattedChat['grammar_triggers'] {
  return triggers.map(trigger => ({ ...trigger, value: trigger.value.trimEnd() }))
}

function rulesOf(grammar = ''): [string, string][] {
  return grammar
    .split('\n')
    .map(line => line.split(' ::= '))
    .flatMap(([name, ...rule]) => (name && rule.length > 0 ? [[name, rule.join(' ::= ')]] : []))
}

/** A shorter text than the schema allows still keeps the schema; a longer one than it asks for does not. */
function bounded(grammar: string): string {
  return grammar.replace(/\{(\d+)(,?)(\d*)\}/g, (_, least: string, comma: string, most: string) => {
    if (Number(least) > repetitionsAtMost) {
      throw new RangeError(`more than ${repetitionsAtMost} repetitions can't be enforced (it asks for ${least})`)
    }
    return `{${least}${comma}${most && Math.min(Number(most), repetitionsAtMost)}}`
  })
}
