import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Recordings of 5 to 10 s of one person each; they are not part of the repository. */
const folder =
  process.env.MEDLEY_SPEECH_SAMPLES ?? fileURLToPath(new URL('../../../../shared/samples/speech', import.meta.url))

/** A woman and a man who read English; 0014 has others. */
export const recordings = { woman: 'clone-en-LJ050-0131.wav', man: 'en-1272-128104-0000.flac' } as const

export const pathOf = (file: string) => join(folder, file)
export const hasRecordings = Object.values(recordings).every(file => existsSync(pathOf(file)))
