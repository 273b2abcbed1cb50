import { Refusal } from '../grammar/answer-grammar.ts'
import type { LlamaJob } from '../protocol.ts'
import type { Binding } from './binding.ts'
import type { GgufInfo } from './gguf.ts'
import { shownTools } from './shown-tools.ts'
import { withSystemInTurn } from './system-in-turn.ts'
import { withToolsInWords } from './tools-in-words.ts'

export interface ChatTemplate {
  /** The conversation as the model was taught to read one, up to where its answer begins. */
  render(job: LlamaJob): string
}

/** For files that come without a template. */
const plainTemplate = `{%- for message in messages %}{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{%- endfor %}{{- '<|im_start|>assistant\\n' }}`
const anyWord = 'medley'

type Message = LlamaJob['messages'][number]

export function createChatTemplate({ AddonJinjaRenderer }: Binding, { values, tokens }: GgufInfo): ChatTemplate {
  const own = values.get('tokenizer.chat_template')
  const template = typeof own === 'string' ? own : plainTemplate
  const renderer = new AddonJinjaRenderer(template)
  const knowsTools = template.includes('<tool_call>')
  const named = (key: string) => {
    const id = values.get(`tokenizer.ggml.${key}_token_id`)
    return typeof id === 'number' ? (tokens[id] ?? '') : ''
  }
  const usual = { add_generation_prompt: true, bos_token: named('bos'), eos_token: named('eos') }

  function shows(...messages: { role: string; content: unknown }[]): boolean {
    try {
      return renderer.render({ ...usual, messages }).includes(anyWord)
    } catch {
      // Some templates refuse what they do not take.
      return false
    }
  }

  // Templates of models that see may take a list of parts and nothing else.
  const takesParts =
    !shows({ role: 'user', content: anyWord }) && shows({ role: 'user', content: [{ type: 'text', text: anyWord }] })
  const asTaken = (message: Message) =>
    takesParts ? { ...message, content: [{ type: 'text', text: message.content }] } : message

  const system = asTaken({ role: 'system', content: anyWord })
  const takesSystem = shows(system, asTaken({ role: 'user', content: '' }))

  return {
    render(job) {
      const thinks = job.thinkingTokens > 0
      const shown = { ...job, tools: shownTools(job.tools) }
      const { messages: told, tools } = knowsTools ? shown : withToolsInWords(shown)
      const messages = takesSystem ? told : withSystemInTurn(told)
      try {
        return renderer.render({
          ...usual,
          messages: messages.map(message => withParsedArguments(message, asTaken(message))),
          ...(tools.length > 0 && { tools }),
          enable_thinking: thinks,
          medley_think: thinks,
        })
      } catch (error) {
        const reason = error instanceof Error ? error.message.split(': ').at(-1) : ''
        throw new Refusal('messages', `This model's template can't write down the conversation: ${reason?.trim()}`)
      }
    },
  }
}

/** Templates differ in whether they take arguments as text; all of them take them as what they are. */
function withParsedArguments({ tool_calls: calls }: Message, written: object): object {
  if (!calls) return written
  return {
    ...written,
    tool_calls: calls.map(call => ({
      ...call,
      function: { name: call.function.name, arguments: parsed(call.function.arguments) },
    })),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A caller may hand back anything.
    return text
  }
}
