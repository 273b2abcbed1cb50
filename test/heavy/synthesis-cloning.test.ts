import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { systemVoices } from '../../src/core/system-voices.ts'
import { likeness, openListener } from '../../src/engines/synthesis/clone/listener.ts'
import { createSynthesisEngine } from '../../src/engines/synthesis/synthesis-engine.ts'
import { hasWeights, listenerFile, recordingOf, say, sentence, weights, whyNot } from './synthesis/voices.ts'

/** Recordings of 5 to 10 s of one person each, named `clone-*`; they are not part of the repository. */
const samples = process.env.MEDLEY_SPEECH_SAMPLES ?? ''
const files = ['clone-en-LJ050-0131.wav', 'clone-en-vctk-p240.mp3', 'clone-zh-SSB00800191.wav']
const canRun = hasWeights && files.every(file => existsSync(join(samples, file)))

const learned = mkdtempSync(join(tmpdir(), 'medley-voices-'))
afterAll(() => rmSync(learned, { recursive: true }))

describe.skipIf(!canRun)(`cloned voices (${whyNot}; recordings in MEDLEY_SPEECH_SAMPLES)`, { timeout: 900_000 }, () => {
  const engine = createSynthesisEngine({ weights, learned })
  const { speech } = engine
  if (!speech) throw new Error('voices that do not speak')
  afterAll(() => engine.close())
  const text = 'I never thought that I would see the sea again, but here we are.'

  it('are more like their recordings than any voice of the system, and the same the next time', async () => {
    const listener = await openListener(listenerFile)
    const system = new Map<string, Float32Array>()
    for (const { id } of systemVoices) system.set(id, await listener.hear(await say(speech, sentence(text, id))))
    for (const file of files) {
      const recording = recordingOf(join(samples, file))
      const wanted = await listener.hear(recording)
      const request = sentence(text, '', {
        voice: { kind: 'cloned', id: file, recording: async () => recording },
      })
      const sound = await say(speech, request)
      const reached = likeness(await listener.hear(sound), wanted)
      const best = Math.max(...[...system.values()].map(vector => likeness(vector, wanted)))
      expect(reached, file).toBeGreaterThan(best)
      expect((await say(speech, request)).samples).toEqual(sound.samples)
    }
  })
})
