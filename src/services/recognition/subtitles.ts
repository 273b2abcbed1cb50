import type { RecognisedWord } from '../../core/recognition.ts'
import { cutCues } from '../../media/subtitles/cues.ts'
import { writeSrt, writeVtt } from '../../media/subtitles/write-subtitles.ts'

export type SubtitleFormat = 'srt' | 'vtt'

export function writeSubtitles(format: SubtitleFormat, words: readonly RecognisedWord[], seconds: number): string {
  const cues = cutCues(words, seconds)
  return format === 'srt' ? writeSrt(cues) : writeVtt(cues)
}
