import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sound } from '../../../core/sound.ts'
import type { WorkerSettings } from '../protocol.ts'
import type { SpeakingVoice } from '../recipes.ts'
import type { VoiceFamily } from '../voice-family.ts'
import { type Listener, openListener } from './listener.ts'
import { search } from './search.ts'

export interface ClonedVoices {
  /** Imitates the voice of a recording. The first time it takes a while, in steps; what was learnt is kept. */
  learn(recording: Sound): AsyncGenerator<undefined, SpeakingVoice>
}

/** A search that found better mixes would make this a new version: what older ones found is not looked at. */
const version = 1
const limits = { probes: 28, milliseconds: 25_000 }

export function openClonedVoices(settings: WorkerSettings, family: VoiceFamily): ClonedVoices {
  const known = new Map<string, SpeakingVoice>()
  let listener: Promise<Listener> | undefined

  async function recall(key: string): Promise<SpeakingVoice | undefined> {
    const text = await readFile(join(settings.learned, `${key}.json`), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const { language, recipe } = JSON.parse(text) as SpeakingVoice
    return { language, recipe }
  }

  async function keep(key: string, voice: SpeakingVoice): Promise<void> {
    await mkdir(settings.learned, { recursive: true })
    const file = join(settings.learned, `${key}.json`)
    await writeFile(`${file}.new`, JSON.stringify(voice))
    await rename(`${file}.new`, file)
  }

  return {
    async *learn(recording) {
      const key = keyOf(recording)
      const voice = known.get(key) ?? (await recall(key))
      if (voice) {
        known.set(key, voice)
        return voice
      }
      if (settings.listener === undefined) throw new Error('recordings can not be imitated without the listener')
      listener ??= openListener(settings.listener)
      const found = yield* search(recording, family, await listener, limits)
      await keep(key, found)
      known.set(key, found)
      return found
    },
  }
}

function keyOf({ samples, rate }: Sound): string {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  return createHash('sha256').update(`${version} ${rate} `).update(bytes).digest('hex')
}
