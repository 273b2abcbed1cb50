import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sound } from '../../src/core/sound.ts'
import { systemVoices } from '../../src/core/system-voices.ts'
import { likeness, openListener } from '../../src/engines/synthesis/clone/listener.ts'
import { createSynthesisEngine } from '../../src/engines/synthesis/synthesis-engine.ts'
import { hasWeights, listenerFile, recordingOf, say, sentence, weights, whyNot } from './synthesis/voices.ts'

/** Recordings of 5 to 10 s of one person each, named `clone-*`; they are not part of the repository. */
const samples =
  process.env.MEDLEY_SPEECH_SAMPLES ?? fileURLToPath(new URL('../../../shared/samples/speech', import.meta.url))
const text = 'I never thought that I would see the sea again, but here we are.'
const sources = ['clone-en-LJ050-0131.wav', 'clone-en-librispeech-3575.mp3']
const canRun = hasWeights && sources.every(file => existsSync(join(samples, file)))

const learned = mkdtempSync(join(tmpdir(), 'medley-voices-'))
afterAll(() => rmSync(learned, { recursive: true }))

describe.skipIf(!canRun)(`cloned voices (${whyNot}; recordings in MEDLEY_SPEECH_SAMPLES)`, { timeout: 900_000 }, () => {
  const engine = createSynthesisEngine({ weights, learned })
  const { speech } = engine
  if (!speech) throw new Error('voices that do not speak')
  afterAll(() => engine.close())

  it('come nearer to their recordings than the voices of the system do, and are the same the next time', async () => {
    const listener = await openListener(listenerFile)
    const system: Sound[] = []
    for (const { id } of systemVoices) system.push(await say(speech, sentence(text, id)))
    for (const file of sources) {
      const recording = recordingOf(join(samples, file))
      const wanted = await listener.hear(recording)
      const request = sentence(text, '', { voice: { kind: 'cloned', id: file, recording: async () => recording } })
      const sound = await say(speech, request)
      const others = await Promise.all(system.map(async other => likeness(await listener.hear(other), wanted)))
      // By the encoder that led the search: docs/speech.md says what another judge found.
      expect(likeness(await listener.hear(sound), wanted), file).toBeGreaterThan(Math.max(...others))
      expect((await say(speech, request)).samples).toEqual(sound.samples)
    }
  })
})
