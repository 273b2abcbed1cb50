import { Refusal } from '../grammar/answer-grammar.ts'
import type { LlamaJob } from '../protocol.ts'
import type { Binding, NativeModel } from './binding.ts'
import type { GgufInfo } from './gguf.ts'
import { shownTools } from './shown-tools.ts'
import { withToolsInWords } from './tools-in-words.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface ChatPrompt {
  /** The conversation as the model was taught to read one, up to where its answer begins. */
  write(job: LlamaJob): { readonly tokens: number[]; readonly isThinking: boolean }
}

/** For files that come without a template. */
const plainTemplate = `{%- for message in messages %}{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{%- endfor %}{{- '<|im_start|>assistant\\n' }}`
const privateUse = 0xe000

export function createChatPrompt(
  binding: Binding,
  model: NativeModel,
  vocabulary: Vocabulary,
  { values, tokens }: GgufInfo,
): ChatPrompt {
  const own = values.get('tokenizer.chat_template')
  const template = typeof own === 'string' ? own : plainTemplate
  const renderer = new binding.AddonJinjaRenderer(template)
  const knowsTools = template.includes('<tool_call>')
  const named = (key: string) => {
    const id = values.get(`tokenizer.ggml.${key}_token_id`)
    return typeof id === 'number' ? (tokens[id] ?? '') : ''
  }
  const bos = model.tokenBos()

  function render(job: LlamaJob): string {
    const thinks = job.thinkingTokens > 0
    const shown = { ...job, tools: shownTools(job.tools) }
    const { messages, tools } = knowsTools ? shown : withToolsInWords(shown)
    try {
      return renderer.render({
        messages: messages.map(withParsedArguments),
        ...(tools.length > 0 && { tools }),
        add_generation_prompt: true,
        bos_token: named('bos'),
        eos_token: named('eos'),
        enable_thinking: thinks,
        medley_think: thinks,
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message.split(': ').at(-1) : ''
      throw new Refusal('messages', `This model's template can't write down the conversation: ${reason?.trim()}`)
    }
  }

  return {
    write(job) {
      const mark = freeCharacter(JSON.stringify([job.messages, job.tools]))
      const text = render(harmless(job, vocabulary.specialTexts, mark))
      // What a caller wrote is cut within each text that would be a control token, so that it is none.
      const read = text.split(mark).flatMap(part => vocabulary.tokenize(part))
      if (model.shouldPrependBosToken() && read[0] !== bos) read.unshift(bos)
      return { tokens: read, isThinking: /<think>\s*$/.test(text) }
    },
  }
}

/** A character that nobody wrote. */
function freeCharacter(text: string): string {
  let point = privateUse
  while (text.includes(String.fromCharCode(point))) point += 1
  return String.fromCharCode(point)
}

function harmless(job: LlamaJob, specialTexts: readonly string[], mark: string): LlamaJob {
  const present = specialTexts.filter(special => JSON.stringify([job.messages, job.tools]).includes(special))
  if (present.length === 0) return job
  const cut = (text: string) =>
    present.reduce((cutText, special) => cutText.replaceAll(special, special[0] + mark + special.slice(1)), text)
  return { ...job, messages: everyText(job.messages, cut), tools: everyText(job.tools, cut) }
}

function everyText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map(item => everyText(item, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), everyText(item, change)])) as T
}

/** Templates differ in whether they take arguments as text; all of them take them as what they are. */
function withParsedArguments(message: LlamaJob['messages'][number]): object {
  if (!message.tool_calls) return message
  return {
    ...message,
    tool_calls: message.tool_calls.map(call => ({
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
