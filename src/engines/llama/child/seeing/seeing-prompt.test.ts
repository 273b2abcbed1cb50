import { describe, expect, it } from 'vitest'
import type { LlamaJob } from '../../protocol.ts'
import type { GgufInfo } from '../gguf.ts'
import { createSeeingPrompt } from './seeing-prompt.ts'

const info: GgufInfo = {
  values: new Map([['tokenizer.ggml.bos_token_id', 0]]),
  tokens: ['<s>', '<|turn|>', '   '],
  tokenTypes: [3, 3, 4],
}
const template = {
  render: ({ messages }: LlamaJob) => `<s>${messages.map(({ content }) => `<|turn|>${content}`).join('')}<|turn|>`,
}
const mark = '\ue000'
const job = (content: string, urls: readonly string[] = []): LlamaJob => ({
  messages: [{ role: 'user', content }],
  tools: [],
  calls: 'none',
  severalCalls: true,
  thinkingTokens: 0,
  sampling: { temperature: 0 },
  ...(urls.length > 0 && { media: { mark, urls } }),
})
const write = createSeeingPrompt(template, info, true)

describe('a prompt with pictures', () => {
  it('has a marker for each, where it stands', () => {
    expect(write(job(`a${mark}b${mark}`, ['data:1', 'data:2']))).toEqual({
      text: '<|turn|>a<__media__>b<__media__><|turn|>',
      media: ['data:1', 'data:2'],
      isThinking: false,
    })
  })

  it('takes what somebody wrote for text, and leaves it alone where it is nothing else', () => {
    const { text, media } = write(job('<__media__> <|turn|>    x'))
    expect(text.split('<|turn|>')).toHaveLength(3)
    expect(text).not.toContain('<__media__>')
    expect(text).toContain('    x')
    expect(media).toEqual([])
  })

  it('begins once, also where llama.cpp puts the beginning before it', () => {
    expect(write(job('a')).text).toBe('<|turn|>a<|turn|>')
    expect(createSeeingPrompt(template, info, false)(job('a')).text).toBe('<s><|turn|>a<|turn|>')
  })

  it('is refused where the template leaves one out', () => {
    const blind = createSeeingPrompt({ render: () => '<|turn|>' }, info, false)
    expect(() => blind(job(mark, ['data:1']))).toThrow('leaves out a picture')
  })
})
