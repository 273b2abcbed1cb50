import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sound } from '../../../core/sound.ts'
import type { WorkerSettings } from '../protocol.ts'
import type { SpeakingVoice } from '../recipes.ts'
import type { VoiceFamily } from '../voice-family.ts'
import { openVoiceSpace, type VoiceSpace } from './known-voices.ts'
import { type Listener, openListener } from './listener.ts'
import { type Found, search } from './search.ts'

export interface ClonedVoices {
  /** Imitates the voice of a recording. The first time it takes a while, in steps; what was learnt is kept. */
  learn(recording: Sound): AsyncGenerator<undefined, SpeakingVoice>
}

type Search = AsyncGenerator<undefined, Found>

/** A search that found better mixes would make this a new version: what older ones found is not looked at. */
const version = 2
const limits = { probes: 32, milliseconds: 120_000 }
/** Searches that may lie half done because whoever waited for them left. */
const mostSearches = 16

export function openClonedVoices(settings: WorkerSettings, family: VoiceFamily): ClonedVoices {
  const known = new Map<string, SpeakingVoice>()
  const searches = new Map<string, Search>()
  let opened: Promise<{ readonly listener: Listener; readonly space: VoiceSpace }> | undefined

  /** Whoever asks for the same recording goes on with the same search. */
  async function searchFor(key: string, recording: Sound, folder: string): Promise<Search> {
    const begun = searches.get(key)
    if (begun) return begun
    opened ??= openListener(folder).then(listener => ({ listener, space: openVoiceSpace(folder) }))
    const { listener, space } = await opened
    const begins = search(recording, family, listener, space, limits)
    searches.set(key, begins)
    for (const oldest of searches.keys()) if (searches.size > mostSearches) searches.delete(oldest)
    return begins
  }

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
      const going = await searchFor(key, recording, settings.listener)
      // Steps of different requests never run at the same time: the rota takes one after the other.
      for (;;) {
        const { value, done } = await going.next()
        const found = known.get(key) ?? (done ? value : undefined)
        if (!found) {
          yield undefined
          continue
        }
        if (known.has(key)) return found
        known.set(key, found)
        searches.delete(key)
        await keep(key, found)
        return found
      }
    },
  }
}

function keyOf({ samples, rate }: Sound): string {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  return createHash('sha256').update(`${version} ${rate} `).update(bytes).digest('hex')
}
