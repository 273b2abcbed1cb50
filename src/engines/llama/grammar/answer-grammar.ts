import type { LlamaJob } from '../protocol.ts'
import { gap } from './object-rule.ts'
import { literal, RuleBook } from './rule-book.ts'
import { SchemaProblem } from './schema-problem.ts'
import { schemaRule } from './schema-rules.ts'

export const callBegin = '<tool_call>'
export const callEnd = '</tool_call>'
/** More than this many calls at once is a model that has lost its way. */
const callsAtMost = 8

/** Grammars that hold an answer to what was promised of it. */
export interface AnswerGrammar {
  /** From the first word of the answer on. */
  readonly fromStart?: string
  /** From behind the tag of a call on: until there is one, the answer is free. */
  readonly fromCall?: string
}

/** What was asked can't be done, and asking again will not help. */
export class Refusal extends Error {
  readonly param: string
  constructor(param: string, message: string) {
    super(message)
    this.param = param
  }
}

export function answerGrammar(job: Pick<LlamaJob, 'tools' | 'calls' | 'severalCalls' | 'schema'>): AnswerGrammar {
  const book = new RuleBook()
  const { schema } = job
  const calls = job.calls === 'none' ? undefined : callsRule(job, book)
  const answer =
    schema === undefined || job.calls === 'required'
      ? undefined
      : refusing('response_format', 'The schema of "response_format"', () => schemaRule(schema, book))
  if (calls === undefined) return answer === undefined ? {} : { fromStart: book.write(answer) }
  if (answer === undefined && job.calls === 'auto') return { fromCall: book.write(calls) }
  const tagged = `${literal(callBegin)} ${calls}`
  return { fromStart: book.write(answer === undefined ? tagged : `${answer} | ${tagged}`) }
}

/** From behind the tag of the first call to the tag that ends the last. */
function callsRule({ tools, severalCalls }: Pick<LlamaJob, 'tools' | 'severalCalls'>, book: RuleBook): string {
  const bodies = tools.map(({ function: { name, parameters } }) => {
    const given = refusing('tools', `"parameters" of the tool "${name}"`, () =>
      schemaRule({ type: 'object', ...parameters }, book),
    )
    return `${literal('{"name":')} ${gap} ${literal(`${JSON.stringify(name)},`)} ${gap} ${literal('"arguments":')} ${gap} ${given} "}"`
  })
  const call = book.define('call', `"\\n"? (${bodies.join(' | ')}) "\\n"? ${literal(callEnd)}`)
  if (!severalCalls) return call
  return `${call} ${book.repeat(book.define('next', `"\\n"? ${literal(callBegin)} ${call}`), 0, callsAtMost - 1)}`
}

function refusing<T>(param: string, what: string, attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error
    throw new Refusal(param, `${what} can't be enforced: ${error.message}.`)
  }
}
