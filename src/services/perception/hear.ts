import type { Transcription } from '../recognition/transcription.ts'

/** What is said in a recording, or in the sound of a video; empty when nothing is. */
export type Hear = (path: string, param: string, signal: AbortSignal) => Promise<string>

/** More is never told: the rest need not be heard. */
const mostLetters = 4000

export function createHear(transcribe: Transcription['transcribe'], model: string): Hear {
  return async (path, param, signal) => {
    let text = ''
    // Its words are counted as input of the model that is told them.
    const heard = transcribe(undefined, { model, hotwords: [], figures: true, param }, path, signal)
    for await (const event of heard) {
      if (event.type === 'segment') text += event.segment.text
      if (text.length > mostLetters) break
    }
    return text.trim()
  }
}
