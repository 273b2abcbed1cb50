import type { PlatformError } from '../../core/errors.ts'
import type { RecognisedWord } from '../../core/recognition.ts'
import type { TranscriptEvent, TranscriptSegment } from '../../services/recognition/transcription.ts'

export interface StreamStyle {
  readonly sessionId: string
  readonly now: () => number
  readonly timestamps: boolean
  readonly showError: (error: unknown) => PlatformError
}

/** One event a segment, then the whole text; a failure after the beginning is an event too. */
export async function* writeTranscriptStream(
  events: AsyncIterable<TranscriptEvent>,
  { sessionId, now, timestamps, showError }: StreamStyle,
): AsyncGenerator<string> {
  const frame = (type: string, body: object) => {
    const meta = { session_id: sessionId, timestamp: now() }
    return `event: ${type}\ndata: ${JSON.stringify({ type, meta, ...body })}\n\n`
  }
  let text = ''
  const segments: object[] = []
  try {
    for await (const event of events) {
      if (event.type === 'segment') {
        const { segment } = event
        text += segment.text
        const times = timestamps ? writeTimes(segment) : {}
        if (timestamps) segments.push({ text: segment.text, ...times })
        yield frame('transcript.text.delta', { delta: segment.text, ...times })
      } else {
        const { inputTokens, outputTokens } = event.usage
        const usage = {
          prompt_tokens: inputTokens,
          completion_tokens: outputTokens,
          total_tokens: inputTokens + outputTokens,
        }
        yield frame('transcript.text.done', { text, usage, ...(timestamps && { segments }) })
      }
    }
  } catch (error) {
    const { message, code } = showError(error)
    yield frame('error', { message, error: { message, type: code } })
  }
}

function writeTimes({ words, language }: TranscriptSegment) {
  return {
    start: thousandths(words[0]?.start ?? 0),
    end: thousandths(words.at(-1)?.end ?? 0),
    language,
    words: words.map(writeWord),
  }
}

function writeWord({ word, start, end }: RecognisedWord) {
  return { word, start: thousandths(start), end: thousandths(end) }
}

function thousandths(seconds: number): number {
  return Math.floor(seconds * 1000 + 1e-6) / 1000
}
