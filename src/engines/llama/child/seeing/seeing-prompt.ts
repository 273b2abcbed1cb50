import { Refusal } from '../../grammar/answer-grammar.ts'
import type { LlamaJob } from '../../protocol.ts'
import { opensReasoning } from '../chat-prompt.ts'
import type { ChatTemplate } from '../chat-template.ts'
import type { GgufInfo } from '../gguf.ts'
import { harmless } from '../harmless.ts'
import { controlTexts } from '../vocabulary.ts'
import { mediaMarker } from './seeing-binding.ts'

export interface SeeingPrompt {
  readonly text: string
  /** As data URLs, one for each marker in the text. */
  readonly media: readonly string[]
  readonly isThinking: boolean
}

/** The prompt is handed over as one text, so that a control token that somebody wrote can be cut only by a letter: one without width. */
const cut = '\u200b'

export function createSeeingPrompt(template: ChatTemplate, info: GgufInfo, addsBeginning: boolean) {
  const specialTexts = [mediaMarker, ...controlTexts(info)]
  const beginning = info.tokens[Number(info.values.get('tokenizer.ggml.bos_token_id'))] ?? ''

  return (job: LlamaJob): SeeingPrompt => {
    const rendered = template.render(harmless(job, specialTexts, cut))
    const once =
      addsBeginning && beginning !== '' && rendered.startsWith(beginning) ? rendered.slice(beginning.length) : rendered
    const { mark, urls } = job.media ?? { mark: '', urls: [] }
    const text = mark === '' ? once : once.replaceAll(mark, mediaMarker)
    if (text.split(mediaMarker).length - 1 !== urls.length) {
      throw new Refusal('messages', "This model's template leaves out a picture or a recording, or shows it twice.")
    }
    return { text, media: urls, isThinking: opensReasoning(text) }
  }
}
