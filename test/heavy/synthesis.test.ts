import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import { plainManner } from '../../src/core/speech.ts'
import { systemVoices } from '../../src/core/system-voices.ts'
import { speechEngineContract } from '../../src/engines/speech-engine.contract.ts'
import { likeness, openListener } from '../../src/engines/synthesis/clone/listener.ts'
import { recordedPitch } from '../../src/engines/synthesis/clone/recorded-melody.ts'
import { melodyOf } from '../../src/engines/synthesis/kokoro/melody.ts'
import { createSynthesisEngine } from '../../src/engines/synthesis/synthesis-engine.ts'
import { hasWeights, listenerFolder, say, sentence, weights, whyNot } from './synthesis/voices.ts'

const learned = mkdtempSync(join(tmpdir(), 'medley-voices-'))
afterAll(() => rmSync(learned, { recursive: true }))

const english = 'The weather is lovely today, and we are going to the park.'
const mandarin = '今天天气很好，我们一起去公园走走吧。'
const story = `${english} There was nobody there. The children had gone home, and the ducks were asleep.`

describe.skipIf(!hasWeights)(`the voices that come with Medley (${whyNot})`, { timeout: 600_000 }, () => {
  const engine = createSynthesisEngine({ weights, learned })
  const { speech } = engine
  if (!speech) throw new Error('voices that do not speak')
  afterAll(() => engine.close())

  speechEngineContract('synthesis', async () => {
    const own = createSynthesisEngine({ weights, learned })
    if (!own.speech) throw new Error('voices that do not speak')
    await say(own.speech, sentence('Warm.'))
    return {
      speech: own.speech,
      plain: sentence('Good morning to you all.'),
      long: sentence(story),
      isRepeatable: true,
      keepsPace: true,
      close: () => own.close(),
    }
  })

  it('are men and women, and seven different people', async () => {
    const listener = await openListener(listenerFolder)
    const heard: { id: string; vector: Float32Array }[] = []
    for (const { id, description } of systemVoices) {
      const sound = await say(speech, sentence(description.includes('英文') ? english : mandarin, id))
      const { median = 0 } = melodyOf(recordedPitch(sound)) ?? {}
      const isFemale = description.startsWith('女')
      expect(median, id).toBeGreaterThan(isFemale ? 175 : 75)
      expect(median, id).toBeLessThan(isFemale ? 340 : 185)
      heard.push({ id, vector: await listener.hear(sound) })
    }
    for (const [i, one] of heard.entries()) {
      for (const other of heard.slice(i + 1)) {
        expect(likeness(one.vector, other.vector), `${one.id} and ${other.id}`).toBeLessThan(0.8)
      }
    }
  })

  it('begin before the second sentence is spoken, and whisper, rise and flatten as they are told', async () => {
    const begun = performance.now()
    const times: number[] = []
    for await (const _ of speech.speak(sentence(story), new AbortController().signal))
      times.push(performance.now() - begun)
    const [first = 0, last = 0] = [times[0], times.at(-1)]
    expect(first).toBeLessThan(last / 2)

    const melody = async (manner: object) => {
      const sound = await say(speech, sentence(english, 'lively-girl', { manner: { ...plainManner, ...manner } }))
      const tones = recordedPitch(sound)
      return { tones: tones.length, ...melodyOf(tones) }
    }
    const plain = await melody({})
    expect((await melody({ whisper: 1 })).tones).toBeLessThan(plain.tones / 4)
    const higher = 12 * Math.log2(((await melody({ pitch: 4 })).median ?? 0) / (plain.median ?? 1))
    expect(Math.abs(higher - 4)).toBeLessThan(1)
    expect((await melody({ swing: 0 })).spread).toBeLessThan((plain.spread ?? 0) / 2)
  })

  it('leave the event loop to others while four speak', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    await say(speech, sentence('Warm.'))
    delay.enable()
    await Promise.all([1, 2, 3, 4].map(seed => say(speech, sentence(english, 'lively-girl', { seed }))))
    delay.disable()
    expect(delay.percentile(99) / 1e6).toBeLessThan(20)
  })
})
