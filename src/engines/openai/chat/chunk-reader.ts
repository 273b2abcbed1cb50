import type { EndReason, GenerationEvent, Usage } from '../../../core/generation.ts'
import { AnswerParts } from './answer-parts.ts'
import { CallFragments } from './call-fragments.ts'
import { readFinishReason } from './finish-reason.ts'
import { type ReportedUsage, readUsage } from './read-usage.ts'
import { asRecord, asText, type JsonRecord } from './record.ts'
import { ThinkTag } from './think-tag.ts'

export interface Conclusion {
  readonly reason: EndReason
  /** False: the server said nothing about why it stopped. */
  readonly isReasonGiven: boolean
  readonly stopSequence: string | undefined
  /** Undefined: the server did not tell, and it has to be counted. */
  readonly usage: Usage | undefined
  /** Everything that was said, and how much of it was reasoning: from 0 to 1. */
  readonly said: string
  readonly reasoningShare: number
}

/** Reads the chunks of one answer, or an answer that came in one piece, and appends their meaning to a list of events. */
export class ChunkReader {
  readonly #parts: AnswerParts
  readonly #calls: CallFragments
  readonly #think: ThinkTag
  #finish: string | undefined
  #stopSequence: string | undefined
  #usage: ReportedUsage | undefined
  #spoken = 0

  constructor(events: GenerationEvent[], newId: () => string) {
    this.#parts = new AnswerParts(events, newId)
    this.#calls = new CallFragments(this.#parts, newId)
    this.#think = new ThinkTag(this.#parts)
  }

  /** The last that the server has said about it. */
  get usage(): ReportedUsage | undefined {
    return this.#usage
  }

  get hasFinished(): boolean {
    return this.#finish !== undefined
  }

  read(chunk: JsonRecord): void {
    // A null is what most servers send until the end.
    const usage = chunk.usage ? readUsage(chunk.usage) : undefined
    if (usage) {
      this.#usage = usage
      this.#parts.count(Math.max(0, usage.outputTokens - this.#parts.tokens))
    }
    const choice = Array.isArray(chunk.choices) ? asRecord(chunk.choices[0]) : undefined
    if (!choice || (typeof choice.index === 'number' && choice.index > 0)) return
    const delta = asRecord(choice.delta) ?? (this.#parts.hasBegun ? undefined : asRecord(choice.message))
    if (delta) this.#readDelta(delta, usage !== undefined)
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') this.#finish = choice.finish_reason
    const stop = choice.stop_reason ?? choice.matched_stop
    if (typeof stop === 'string' && stop !== '') this.#stopSequence = stop
  }

  /** Undefined: the server gave up. */
  conclude(): Conclusion | undefined {
    this.#think.end()
    this.#parts.end()
    const finish = readFinishReason(this.#finish ?? 'stop')
    if (finish === undefined) return undefined
    return {
      reason: settled(finish, this.#calls.count > 0),
      stopSequence: finish === 'stop' ? this.#stopSequence : undefined,
      isReasonGiven: this.#finish !== undefined,
      usage: this.#usage?.inputTokens ? this.#settledUsage(this.#usage) : undefined,
      said: this.#parts.said,
      reasoningShare: this.#reasoningShare(),
    }
  }

  #readDelta(delta: JsonRecord, isCounted: boolean): void {
    const { content, tool_calls: calls } = delta
    const reasoning = asText(delta.reasoning_content) || asText(delta.reasoning) || asText(delta.reasoning_text)
    const call = asRecord(delta.function_call)
    const hasCalls = Array.isArray(calls) && calls.length > 0
    const refusal = asText(delta.refusal)
    if (content || reasoning !== '' || hasCalls || call) {
      this.#spoken += 1
      if (!isCounted) this.#parts.count(1)
    }
    if (reasoning !== '') {
      this.#think.end()
      this.#parts.write('reasoning', reasoning)
    }
    if (typeof content === 'string') {
      if (content !== '') this.#think.push(content)
    } else if (Array.isArray(content)) {
      this.#readContentParts(content)
    }
    if (refusal !== '') this.#parts.write('text', refusal)
    if (!hasCalls && !call) return
    this.#think.end()
    this.#calls.read(hasCalls ? calls : [{ index: 0, function: call }])
  }

  #readContentParts(parts: readonly unknown[]): void {
    for (const part of parts) {
      const record = asRecord(part)
      const text = asText(record?.text)
      if (text !== '') this.#think.push(text)
      if (record?.type !== 'thinking') continue
      this.#think.end()
      const thoughts = Array.isArray(record.thinking) ? record.thinking : [{ text: record.thinking }]
      for (const thought of thoughts) {
        const said = asText(asRecord(thought)?.text)
        if (said !== '') this.#parts.write('reasoning', said)
      }
    }
  }

  #settledUsage(usage: ReportedUsage): Usage {
    const estimated = () => Math.round(usage.outputTokens * this.#reasoningShare())
    return { ...usage, reasoningTokens: usage.reasoningTokens ?? estimated() }
  }

  /** Its share of the chunks; where all came in one, its share of the text. */
  #reasoningShare(): number {
    const { reasoningLength, reasoningTokens, said, tokens } = this.#parts
    return this.#spoken > 1 ? reasoningTokens / Math.max(1, tokens) : reasoningLength / Math.max(1, said.length)
  }
}

/** Servers say `stop` after calls, too, and `tool_calls` where there were none. */
function settled(finish: EndReason, hasCalls: boolean): EndReason {
  if (finish === 'stop' && hasCalls) return 'tool-calls'
  if (finish === 'tool-calls' && !hasCalls) return 'stop'
  return finish
}
