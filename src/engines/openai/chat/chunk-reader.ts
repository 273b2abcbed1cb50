import type { EndReason, GenerationEvent, Usage } from '../../../core/generation.ts'
import { AnswerParts } from './answer-parts.ts'
import { CallFragments } from './call-fragments.ts'
import { readFinishReason } from './finish-reason.ts'
import { type ReportedUsage, readUsage } from './read-usage.ts'
import { asRecord, asText, type JsonRecord } from './record.ts'
import { type TextField, TextShape } from './text-shape.ts'
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
  #deltas = 0
  readonly #shape = new TextShape()

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

  /** Reads the JSON of a chunk; returns it where it has to be looked at for what is no part of an answer. */
  readJson(json: string): JsonRecord | undefined {
    const shaped = this.#shape.match(json)
    if (shaped) {
      const usage = shaped.usage ? readUsage(shaped.usage) : undefined
      if (usage) this.#report(usage)
      else this.#parts.count(1)
      this.#deltas += 1
      this.#say(shaped.field, shaped.text)
      return undefined
    }
    const chunk = asRecord(JSON.parse(json))
    if (!chunk) throw new Error('a chunk is no object')
    const plain = this.read(chunk)
    if (plain) this.#shape.learn(json, plain.field, plain.text, Boolean(chunk.usage))
    return chunk
  }

  /** Returns what the chunk said where that was a piece of text and nothing else but a count. */
  read(chunk: JsonRecord): { field: TextField; text: string } | undefined {
    // A null is what most servers send until the end.
    const usage = chunk.usage ? readUsage(chunk.usage) : undefined
    if (usage) this.#report(usage)
    const choice = Array.isArray(chunk.choices) ? asRecord(chunk.choices[0]) : undefined
    if (!choice || (typeof choice.index === 'number' && choice.index > 0)) return undefined
    const delta = asRecord(choice.delta) ?? (this.#parts.hasBegun ? undefined : asRecord(choice.message))
    if (delta) this.#deltas += 1
    const plain = delta ? this.#readDelta(delta, usage !== undefined) : undefined
    const { finish_reason: finish, stop_reason: stop = choice.matched_stop } = choice
    if (typeof finish === 'string' && finish !== '') this.#finish = finish
    if (typeof stop === 'string' && stop !== '') this.#stopSequence = stop
    return finish || chunk.error ? undefined : plain
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

  #report(usage: ReportedUsage): void {
    this.#usage = usage
    this.#parts.count(Math.max(0, usage.outputTokens - this.#parts.tokens))
  }

  #say(field: TextField, text: string): void {
    if (field === 'content') {
      this.#think.push(text)
    } else {
      this.#think.end()
      this.#parts.write('reasoning', text)
    }
  }

  #readDelta(delta: JsonRecord, isCounted: boolean): { field: TextField; text: string } | undefined {
    const { content, tool_calls: calls, function_call: call, refusal } = delta
    const reasoning = asText(delta.reasoning_content) || asText(delta.reasoning) || asText(delta.reasoning_text)
    if (!isCounted && (content || reasoning || calls || call || refusal)) this.#parts.count(1)
    const plain = calls || call || refusal ? undefined : plainText(delta)
    if (plain) {
      this.#say(plain.field, plain.text)
      return plain
    }
    if (reasoning !== '') this.#say('reasoning', reasoning)
    if (typeof content === 'string' && content !== '') this.#say('content', content)
    else if (Array.isArray(content)) this.#readContentParts(content)
    if (typeof refusal === 'string' && refusal !== '') this.#say('content', refusal)
    this.#readCalls(Array.isArray(calls) ? calls : asRecord(call) ? [{ index: 0, function: call }] : [])
    return undefined
  }

  #readCalls(fragments: readonly unknown[]): void {
    if (fragments.length === 0) return
    this.#think.end()
    this.#calls.read(fragments)
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
    const { reasoningLength, reasoningTokens, said, shownTokens } = this.#parts
    return this.#deltas > 1 ? reasoningTokens / Math.max(1, shownTokens) : reasoningLength / Math.max(1, said.length)
  }
}

/** The one field that says something, if it is only one. */
function plainText(delta: JsonRecord): { field: TextField; text: string } | undefined {
  const { content, reasoning_content, reasoning, reasoning_text } = delta
  if (typeof content === 'string' && content !== '') {
    return reasoning_content || reasoning || reasoning_text ? undefined : { field: 'content', text: content }
  }
  if (content || reasoning_text) return undefined
  if (typeof reasoning_content === 'string' && reasoning_content !== '') {
    return reasoning ? undefined : { field: 'reasoning_content', text: reasoning_content }
  }
  return typeof reasoning === 'string' && reasoning !== '' ? { field: 'reasoning', text: reasoning } : undefined
}

/** Servers say `stop` after calls, too, and `tool_calls` where there were none. */
function settled(finish: EndReason, hasCalls: boolean): EndReason {
  if (finish === 'stop' && hasCalls) return 'tool-calls'
  if (finish === 'tool-calls' && !hasCalls) return 'stop'
  return finish
}
