import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { RecognitionRequest } from '../../src/core/recognition.ts'
import { createRecogniserEngine } from '../../src/engines/recogniser/recogniser-engine.ts'
import { recognitionEngineContract } from '../../src/engines/recognition-engine.contract.ts'
import { createSoundStudio } from '../../src/media/sound/studio/studio.ts'
import { normaliseNumbers } from '../../src/services/recognition/itn/normalise-numbers.ts'
import { hasSamples, type SpeechSample, soundOf, speechSamples } from '../support/recognition/speech-samples.ts'
import { textErrors } from '../support/recognition/text-errors.ts'
import { weightsHere } from '../support/recognition/weights-here.ts'

const weights = weightsHere()
const isHere = (name: string) => weights.state(name).state === 'ready'
const able = hasSamples && isHere('whisper-base') && isHere('moonshine-tiny')
const why = 'needs ../shared/samples, and whisper-base and moonshine-tiny in MEDLEY_WEIGHTS'

const folder = mkdtempSync(join(tmpdir(), 'medley-recogniser-'))
const studio = createSoundStudio({ folder })
const engine = createRecogniserEngine({}, weights)
afterAll(async () => {
  await engine.close()
  await studio.close()
  rmSync(folder, { recursive: true })
})

const samples = speechSamples()
const { signal } = new AbortController()
type Asked = Partial<Omit<RecognitionRequest, 'samples'>>

async function hear(sample: Pick<SpeechSample, 'file'>, asked: Asked) {
  const sound = await soundOf(studio, sample)
  const recognised = await engine.recognition?.recognise(
    { model: 'svc-asr', hotwords: [], effort: 'usual', ...asked, samples: sound.subarray(0, 30 * 16_000) },
    signal,
  )
  if (recognised === undefined) throw new Error('The engine does not recognise.')
  return recognised
}

async function errorShare(chosen: readonly SpeechSample[], asked: Asked): Promise<number> {
  let errors = 0
  let total = 0
  for (const sample of chosen) {
    const language = sample.language ?? 'en'
    const { words } = await hear(sample, asked)
    const figures = (text: typeof words) =>
      normaliseNumbers(text, language)
        .map(({ word }) => word)
        .join('')
    const said =
      language === 'zh' ? figures([...(sample.text ?? '')].map(word => ({ word, start: 0, end: 0 }))) : sample.text
    const counted = textErrors(
      said ?? '',
      language === 'zh' ? figures(words) : words.map(({ word }) => word).join(''),
      language,
    )
    errors += counted.errors
    total += counted.total
  }
  return errors / total
}

const english = samples.filter(({ kind, language, text }) => kind === 'speech' && language === 'en' && text)
const mandarin = samples.filter(({ kind, language }) => kind === 'speech' && language === 'zh')
/** Every fourth: the whole set takes many minutes on two cores. */
const some = <T>(all: readonly T[], step: number) => all.filter((_, place) => place % step === 0)

describe.skipIf(!able)(`the recogniser (${why})`, () => {
  it('writes English, live and of files', { timeout: 600_000 }, async () => {
    expect(await errorShare(some(english, 4), { language: 'en', effort: 'live' })).toBeLessThan(0.12)
    expect(await errorShare(some(english, 4), { language: 'en' })).toBeLessThan(0.12)
  })

  it('writes Mandarin in simplified letters', { timeout: 600_000 }, async () => {
    // Real recordings, some of them hard; the 15 per cent are for clean synthesised speech.
    expect(await errorShare(some(mandarin, 2), { language: 'zh' })).toBeLessThan(0.26)
  })

  it.each(samples.filter(({ kind }) => kind === 'noise').map(sample => [sample.file, sample] as const))(
    'hears no words in %s',
    async (_, sample) => {
      for (const effort of ['live', 'usual'] as const) {
        expect((await hear(sample, { effort })).text).toBe('')
      }
    },
  )

  it.each([
    ['en-jfk.flac', 'en'],
    ['de-leopard.flac', 'de'],
    ['fr-leopard.flac', 'fr'],
    ['ja-leopard.flac', 'ja'],
    ['zh-SSB02460212.flac', 'zh'],
  ])('knows the language of %s', async (file, language) => {
    expect((await hear({ file }, {})).language).toBe(language)
    expect((await hear({ file }, { effort: 'live' })).language).toBe(language)
  })

  it.each(['live', 'usual'] as const)('tells when each word was said (%s)', async effort => {
    const { words } = await hear({ file: 'en-jfk.flac' }, { language: 'en', effort })
    const startOf = (word: string) => words.find(({ word: one }) => one.toLowerCase().includes(word))?.start ?? -1
    // As the recording has it; half a second of doubt.
    for (const [word, start] of [
      ['fellow', 1.25],
      ['americans', 1.6],
      ['ask', 3.4],
      ['country', 5.85],
    ] as const) {
      expect(Math.abs(startOf(word) - start)).toBeLessThan(0.5)
    }
  })
})

/** “… of being shoppy at Helstone.” */
const shoppy = 'en-1688-142285-0005.flac'

describe.skipIf(!able)('hotwords', () => {
  it.each(['live', 'usual'] as const)('bring a rare name (%s)', async effort => {
    const without = await hear({ file: shoppy }, { language: 'en', effort })
    const withThem = await hear({ file: shoppy }, { language: 'en', effort, hotwords: ['Helstone'] })
    expect(without.text).not.toContain('Helstone')
    expect(withThem.text).toContain('Helstone')
  })

  it('put no words in where they were not said', async () => {
    const { text } = await hear(
      { file: 'en-jfk.flac' },
      { language: 'en', hotwords: ['Zarathustra', 'Helstone', 'kine'] },
    )
    expect(text).not.toMatch(/Zarathustra|Helstone|kine/i)
  })
})

if (able) {
  recognitionEngineContract('the recogniser', async () => {
    const own = createRecogniserEngine({}, weights)
    if (own.recognition === undefined) throw new Error('The engine does not recognise.')
    const request = async (file: string) => ({
      model: 'svc-asr',
      samples: await soundOf(studio, { file }),
      language: 'en',
      hotwords: [],
      effort: 'usual' as const,
    })
    return {
      recognition: own.recognition,
      plain: await request('en-1688-142285-0002.flac'),
      other: await request('en-1998-15444-0007.flac'),
      slow: await request('en-1688-142285-0000.flac'),
      close: () => own.close(),
    }
  })
}
