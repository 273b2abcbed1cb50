import { freeCharacter } from '../free-character.ts'
import type { LlamaJob } from '../protocol.ts'
import type { NativeModel } from './binding.ts'
import type { ChatTemplate } from './chat-template.ts'
import { harmless } from './harmless.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface ChatPrompt {
  write(job: LlamaJob): { readonly tokens: number[]; readonly isThinking: boolean }
}

export function createChatPrompt(template: ChatTemplate, model: NativeModel, vocabulary: Vocabulary): ChatPrompt {
  const bos = model.tokenBos()
  return {
    write(job) {
      const mark = freeCharacter(JSON.stringify([job.messages, job.tools]))
      const text = template.render(harmless(job, vocabulary.specialTexts, mark))
      const read = text.split(mark).flatMap(part => vocabulary.tokenize(part))
      if (model.shouldPrependBosToken() && read[0] !== bos) read.unshift(bos)
      return { tokens: read, isThinking: opensReasoning(text) }
    },
  }
}

/** Whether what follows the prompt is reasoning already. */
export function opensReasoning(prompt: string): boolean {
  return /<think>\s*$/.test(prompt)
}
