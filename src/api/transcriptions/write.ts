import type { RecognisedWord } from '../../core/recognition.ts'
import { type SubtitleFormat, writeSubtitles } from '../../services/recognition/subtitles.ts'
import type { TranscriptEvent, TranscriptSegment } from '../../services/recognition/transcription.ts'
import type { ResponseFormat } from './schema.ts'

export interface WholeTranscript {
  readonly text: string
  readonly segments: readonly TranscriptSegment[]
  readonly seconds: number
}

/** The whole answer is the stream, folded. */
export async function foldTranscript(events: AsyncIterable<TranscriptEvent>): Promise<WholeTranscript> {
  const segments: TranscriptSegment[] = []
  let seconds = 0
  for await (const event of events) {
    if (event.type === 'segment') segments.push(event.segment)
    else seconds = event.seconds
  }
  return { text: segments.map(({ text }) => text).join(''), segments, seconds }
}

const subtitleTypes: Record<SubtitleFormat, string> = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

export function writeTranscript(
  { text, segments, seconds }: WholeTranscript,
  format: ResponseFormat,
): { readonly contentType: string; readonly body: unknown } {
  switch (format) {
    case 'json':
      return { contentType: 'application/json; charset=utf-8', body: { text } }
    case 'text':
      return { contentType: 'text/plain; charset=utf-8', body: text }
    case 'srt':
    case 'vtt': {
      const words = segments.flatMap(({ words, text }) => spaced(words, text))
      return { contentType: subtitleTypes[format], body: writeSubtitles(format, words, seconds) }
    }
  }
}

/** A segment's first word carries what separates it from the segment before. */
function spaced([first, ...rest]: readonly RecognisedWord[], text: string): RecognisedWord[] {
  if (!first) return []
  return [text.startsWith(' ') ? { ...first, word: ` ${first.word.trimStart()}` } : first, ...rest]
}
