import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Recordings of 5 to 10 s of one person each; they are not part of the repository. */
const folder =
  process.env.MEDLEY_SPEECH_SAMPLES ?? fileURLToPath(new URL('../../../../shared/samples/speech', import.meta.url))

/** Two readers of English; 0014 has others. */
export const recordings = ['clone-en-LJ050-0131.wav', 'clone-en-librispeech-3575.mp3'] as const

export const pathOf = (file: string) => join(folder, file)
export const hasRecordings = recordings.every(file => existsSync(pathOf(file)))
