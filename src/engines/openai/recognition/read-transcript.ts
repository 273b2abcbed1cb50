import type { Recognised, RecognisedWord } from '../../../core/recognition.ts'
import { asRecord, asText, type JsonRecord } from '../chat/record.ts'
import { guessLanguage, languageCode } from './language-codes.ts'

interface Span {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What a server said of a stretch, whatever it tells of times: words, segments, or nothing. Throws when it is no transcript. */
export function readTranscript(body: unknown, seconds: number, asked: string | undefined): Recognised {
  const answer = asRecord(body)
  if (!answer || typeof answer.text !== 'string') throw new Error('the answer has no text')
  const text = answer.text.trim()
  const spans = spansOf(answer, seconds)
  const said = asText(answer.language)
  const language = asked ?? (languageCode(said) || guessLanguage(text))
  return { text, language, words: timedWords(text, spans, seconds) }
}

function spansOf(answer: JsonRecord, seconds: number): Span[] {
  const segments = listOf(answer.segments)
  const own = listOf(answer.words)
  const words = own.length > 0 ? own : segments.flatMap(segment => listOf(segment.words))
  const spans = (words.length > 0 ? words : segments).flatMap(record => spanOf(record, seconds))
  return spans.filter(({ text }) => letters(text).length > 0)
}

function listOf(value: unknown): JsonRecord[] {
  const entries: unknown[] = Array.isArray(value) ? value : []
  return entries.map(asRecord).filter(record => record !== undefined)
}

function spanOf(record: JsonRecord, seconds: number): Span | [] {
  const { start, end } = record
  const text = asText(record.word) || asText(record.text)
  if (typeof start !== 'number' || typeof end !== 'number' || text === '') return []
  const begins = Math.min(seconds, Math.max(0, start))
  return { text, start: begins, end: Math.min(seconds, Math.max(begins, end)) }
}

/** Servers tell words without punctuation, and not always those of the text: times go by letters, words by the text. */
function timedWords(text: string, spans: readonly Span[], seconds: number): RecognisedWord[] {
  const known = spans.length > 0 ? spans : [{ text, start: 0, end: seconds }]
  const total = known.reduce((sum, span) => sum + letters(span.text).length, 0)
  const pieces =
    text.match(
      /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{P}]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+)/gu,
    ) ?? []
  const share = total / Math.max(1, letters(text).length)
  let heard = 0
  let free = 0
  return pieces.map(word => {
    const from = heard * share
    heard += letters(word).length
    const start = Math.max(free, timeAt(known, from, false))
    const end = Math.max(start, timeAt(known, heard * share, true))
    free = end
    return { word, start, end }
  })
}

/** When the letter of that number was said; between two spans, the end of the first or the start of the second. */
function timeAt(spans: readonly Span[], letter: number, isEnd: boolean): number {
  let before = 0
  for (const { text, start, end } of spans) {
    const count = letters(text).length
    const within = letter - before
    if (within < count - 1e-6 || (isEnd && within <= count + 1e-6)) return start + ((end - start) * within) / count
    before += count
  }
  return spans.at(-1)?.end ?? 0
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}
