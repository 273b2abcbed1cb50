import type { LlamaJob } from '../protocol.ts'
import type { ChatOptions, FormattedChat, LlamaContext } from './binding.ts'
import { type Constraint, constrain } from './grammar.ts'

export interface Prepared {
  readonly chat: FormattedChat
  readonly constraint: Constraint | undefined
}

/** What was asked can't be done, and asking again will not help. */
export class Refusal extends Error {
  readonly param: string
  constructor(param: string, message: string) {
    super(message)
    this.param = param
  }
}

/** The prompt by the model's own template, and what must hold of the answer. */
export function prepare(context: LlamaContext, job: LlamaJob): Prepared {
  const thinks = job.thinkingTokens > 0
  const options: ChatOptions = {
    jinja: true,
    reasoning_format: 'deepseek',
    enable_thinking: thinks,
    chat_template_kwargs: { medley_think: thinks },
  }
  const format = (more: Partial<ChatOptions>) =>
    context.getFormattedChat(job.messages, undefined, { ...options, ...more })
  const chat =
    job.calls === 'none'
      ? format({})
      : refusing('tools', () =>
          format({ tools: job.tools, tool_choice: job.calls as 'auto', parallel_tool_calls: false }),
        )
  const { schema } = job
  const forAnswer =
    schema &&
    refusing('response_format', () => format({ response_format: { type: 'json_schema', json_schema: { schema } } }))
  const constraint = refusing(schema ? 'response_format' : 'tools', () =>
    constrain(job, job.calls === 'none' ? undefined : chat, job.calls === 'required' ? undefined : forAnswer),
  )
  return { chat, constraint }
}

function refusing<T>(param: string, attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    const detail = String(error instanceof Error ? error.message : error)
      .split('\n')
      .at(-1)
    throw new Refusal(param, `"${param}" holds a schema that this model can't be held to: ${detail}.`)
  }
}
