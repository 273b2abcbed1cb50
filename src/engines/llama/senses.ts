import type { TextEngine } from '../../core/engine.ts'
import { readGguf } from './child/gguf.ts'

/** What a model takes in, by what its projector says of itself. */
export function sensesOf(mmproj: string | undefined): TextEngine['sees'] {
  if (mmproj === undefined) return { image: false, video: false, audio: false }
  try {
    const { values } = readGguf(mmproj)
    const has = (sense: string) => values.get(`clip.has_${sense}_encoder`) === true
    return { image: has('vision'), video: false, audio: has('audio') }
  } catch {
    // What is wrong with the file is told to whoever asks for an answer.
    return { image: true, video: false, audio: false }
  }
}
