import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { floats, floatsOf, integers, openSession } from '../../src/engines/onnx/session.ts'
import { phonemeIds } from '../../src/engines/synthesis/kokoro/phoneme-ids.ts'
import { speakable } from '../../src/engines/synthesis/text/speakable.ts'
import type { Speaking } from './measure.ts'

/** espeak-ng of the system, as a process for each text; undefined where it is not installed. */
export function espeak(text: string): Speaking | undefined {
  try {
    execFileSync('espeak-ng', ['--version'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return async function* () {
    const child = spawn('espeak-ng', ['--stdout', text], { stdio: ['ignore', 'pipe', 'ignore'] })
    // 16 bits, 22050 samples a second.
    for await (const bytes of child.stdout) yield (bytes as Buffer).length / 2 / 22_050
  }
}

/** Kokoro as it is published: the whole network in one run for each sentence, which is how its other players use it. */
export async function wholeKokoro(file: string, voices: string, text: string, threads: number): Promise<Speaking> {
  const session = await openSession(file, { threads })
  const bytes = readFileSync(join(voices, 'af_heart.bin'))
  const styles = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  const options = { voiceLanguage: 'english', pronunciations: [] } as const
  return async function* () {
    for (const sentence of text.split(/(?<=[.!?]) /)) {
      const clauses = [...speakable(sentence, options)].map(({ phonemes }) => phonemes)
      const ids = phonemeIds(clauses.join(' '))
      const made = await session.run({
        input_ids: integers([0, ...ids, 0], [1, ids.length + 2]),
        style: floats(styles.slice(ids.length * 256, (ids.length + 1) * 256), [1, 256]),
        speed: floats(Float32Array.of(1), [1]),
      })
      yield floatsOf(made.waveform).length / 24_000
    }
  }
}
