import { describe, expect, it } from 'vitest'
import type { LlamaJob, LlamaMessage } from '../protocol.ts'
import { loadBinding } from './binding.ts'
import { createChatTemplate } from './chat-template.ts'
import type { GgufInfo } from './gguf.ts'

const turns = `{%- for message in messages %}{{- '[' + message.role + '] ' + message.content + '\\n' }}{%- endfor %}`
const refusing = `{%- if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{%- endif %}${turns}`
const deaf = turns
  .replace('{{-', "{%- if message.role != 'system' %}{{-")
  .replace('}}{%- endfor', '}}{%- endif %}{%- endfor')
const conversation: LlamaMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi' },
  { role: 'user', content: 'Bye' },
]

async function render(template: string, messages: LlamaMessage[]): Promise<string> {
  const info = { values: new Map([['tokenizer.chat_template', template]]), tokens: [] } as unknown as GgufInfo
  const job = { messages, tools: [], thinkingTokens: 0 } as unknown as LlamaJob
  return createChatTemplate(await loadBinding(false), info).render(job)
}

describe('a system message', () => {
  it('is written as what it is where the template takes one', async () => {
    expect(await render(turns, conversation)).toBe('[system] Be brief.\n[user] Hello\n[assistant] Hi\n[user] Bye\n')
  })

  it.each([
    ['refuses one', refusing],
    ['passes over it', deaf],
  ])('begins the next turn of the user where the template %s', async (_, template) => {
    const told = '[user] Be brief.\n\nHello\n[assistant] Hi\n[user] Bye\n'
    expect(await render(template, conversation)).toBe(told)
    expect(await render(template, conversation.slice(0, 1))).toBe('[user] Be brief.\n')
    expect(await render(template, conversation.slice(1))).toBe('[user] Hello\n[assistant] Hi\n[user] Bye\n')
  })
})
