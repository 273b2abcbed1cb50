import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Recordings of 5 to 10 s of one person each; they are not part of the repository. */
const folder =
  process.env.MEDLEY_SPEECH_SAMPLES ?? fileURLToPath(new URL('../../../../shared/samples/speech', import.meta.url))

/** A woman's and a man's whose clones are clearly nearer than any system voice; 0014 has others, where it is closer. */
export const recordings = [
  { file: 'clone-en-LJ050-0131.wav', language: 'english' },
  { file: 'en-1272-128104-0000.flac', language: 'english' },
] as const

export const pathOf = (file: string) => join(folder, file)
export const hasRecordings = recordings.every(({ file }) => existsSync(pathOf(file)))
