import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpeechDetector } from '../../src/engines/detector/detector.ts'
import { createSoundStudio } from '../../src/media/sound/studio/studio.ts'
import { type BuiltInServer, startBuiltInServer } from '../support/recognition/built-in-server.ts'
import { joinSounds } from '../support/recognition/join-sounds.ts'
import { type Heard, median, onsetOf, type Spoken, speakTo } from '../support/recognition/live-pace.ts'
import { misbehave } from '../support/recognition/misbehave.ts'
import { randomOf } from '../support/recognition/random-of.ts'
import { connect } from '../support/recognition/socket-client.ts'
import { hasSamples, soundOf, speechSamples } from '../support/recognition/speech-samples.ts'
import { textErrors } from '../support/recognition/text-errors.ts'
import { weightsHere } from '../support/recognition/weights-here.ts'

const weights = weightsHere()
const able = hasSamples && ['whisper-base', 'moonshine-tiny'].every(name => weights.state(name).state === 'ready')
const why = 'needs ../shared/samples, and whisper-base and moonshine-tiny in MEDLEY_WEIGHTS'

const completed = 'conversation.item.input_audio_transcription.completed'
/** What a quiet machine must do is asked for by MEDLEY_QUIET=1; a busy one has to be near it. */
const isQuiet = process.env.MEDLEY_QUIET === '1'
const mostFirstMs = isQuiet ? 600 : 1800
const mostLastMs = isQuiet ? 400 : 1800

/** About ten seconds each. */
const recordings = {
  en: [['en-3080-5032-0002.flac'], ['en-367-130732-0007.flac'], ['en-2414-128291-0004.flac']],
  zh: [
    ['zh-BAC009S0150W0155.flac', 'zh-BAC009S0150W0185.flac'],
    ['zh-SSB00730374.flac', 'zh-SSB01450004.flac'],
    ['zh-SSB00050112.flac', 'zh-SSB02870480.flac'],
  ],
} as const

interface Clip {
  readonly samples: Float32Array
  readonly text: string
  readonly onset: number
}

describe.skipIf(!able)(`live recognition with the built-in networks (${why})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'medley-live-'))
  const studio = createSoundStudio({ folder })
  const detector = createSpeechDetector()
  const clips: Record<'en' | 'zh', Clip[]> = { en: [], zh: [] }
  let server: BuiltInServer

  beforeAll(async () => {
    server = await startBuiltInServer()
    const texts = new Map(speechSamples().map(({ file, text }) => [file, text ?? '']))
    for (const language of ['en', 'zh'] as const) {
      for (const files of recordings[language]) {
        const samples = joinSounds(await Promise.all(files.map(file => soundOf(studio, { file }))))
        const text = files.map(file => texts.get(file)).join(' ')
        clips[language].push({ samples, text, onset: await onsetOf(detector, samples) })
      }
      // Networks come with the first stretch; what is measured is a server that has been asked before.
      const [{ samples } = { samples: new Float32Array() }] = clips[language]
      await speakTo(server, { samples: samples.subarray(0, 3 * 16_000), language, ending: 'commit' }, 0)
    }
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await detector.close()
    await studio.close()
    rmSync(folder, { recursive: true })
  })

  // Each takes as long as what is said in it.
  const cases = [
    ['English', 'en', true, 'commit'],
    ['Mandarin', 'zh', false, 'silence'],
    ['English', 'en', false, 'silence'],
    ['Mandarin', 'zh', true, 'commit'],
  ] as const
  it.each(isQuiet ? cases : cases.slice(0, 2))(
    '%s (%s, told: %s) is told of while it is spoken, and completed soon after the %s',
    { timeout: 180_000 },
    async (_, language, isTold, ending) => {
      let best = { first: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY, wrong: 1 }
      // Others may be busy on this machine: one good round shows what the server needs.
      for (let round = 0; round < 2 && !(best.first <= mostFirstMs && best.last <= mostLastMs); round++) {
        const cpuBefore = await server.cpuSeconds()
        const heard: Heard[] = []
        for (const { samples, onset } of clips[language]) {
          const spoken: Spoken = { samples, ending, ...(isTold && { language }) }
          heard.push(await speakTo(server, spoken, onset))
        }
        const cpu = (await server.cpuSeconds()) - cpuBefore
        const seconds = clips[language].reduce((sum, { samples }) => sum + samples.length / 16_000, 0)
        const errors = clips[language].map(({ text }, at) => textErrors(text, heard[at]?.transcript ?? '', language))
        const sum = (of: 'errors' | 'total') => errors.reduce((all, one) => all + one[of], 0)
        const first = median(heard.map(one => one.first))
        const last = median(heard.map(one => one.last))
        best = {
          first: Math.min(best.first, first),
          last: Math.min(best.last, last),
          wrong: sum('errors') / sum('total'),
        }
        process.stdout.write(
          `${language}, ${isTold ? 'told' : 'found'}, ${ending}: first words ${heard.map(one => one.first.toFixed(0)).join(', ')} ms, ` +
            `all words ${heard.map(one => one.last.toFixed(0)).join(', ')} ms, ${(cpu / seconds).toFixed(2)} s of CPU a second, ` +
            `${(best.wrong * 100).toFixed(1)} % wrong, load ${loadavg()[0]?.toFixed(1)}\n`,
        )
        expect(heard.map(one => one.language)).toEqual(heard.map(() => language))
      }
      expect(best.wrong).toBeLessThan(language === 'en' ? 0.2 : 0.35)
      expect(best.first).toBeLessThanOrEqual(mostFirstMs)
      expect(best.last).toBeLessThanOrEqual(mostLastMs)
    },
  )

  it('hears Ogg with Opus, page by page, as it hears bare samples', { timeout: 120_000 }, async () => {
    const [{ samples, text }] = clips.en as [Clip]
    const pieces = (async function* () {
      yield { samples, rate: 16_000 }
    })()
    const pages: Buffer[] = []
    for await (const bytes of studio.encode(pieces, { format: 'opus', rate: 16_000, volume: 1 })) {
      pages.push(Buffer.from(bytes))
    }
    const hear = async (format: object, parts: readonly (Float32Array | Buffer)[]) => {
      const client = await connect(server)
      client.update({ format, transcription: { language: 'en' } })
      for (const part of parts) client.append(part)
      client.commit()
      const { transcript } = await client.until(completed)
      await client.close()
      return String(transcript)
    }
    const pcm = await hear({ type: 'pcm', codec: 'pcm_s16le', rate: 16_000, bits: 16, channel: 1 }, [samples])
    // Cut anywhere: pages come in pieces from a network.
    const ogg = Buffer.concat(pages)
    const cuts = Array.from({ length: Math.ceil(ogg.length / 777) }, (_, at) => ogg.subarray(at * 777, (at + 1) * 777))
    const opus = await hear({ type: 'ogg' }, cuts)
    const [wrongPcm, wrongOpus] = [textErrors(text, pcm, 'en'), textErrors(text, opus, 'en')]
    process.stdout.write(`pcm: ${pcm}\nogg: ${opus}\n`)
    expect(wrongOpus.errors / wrongOpus.total).toBeLessThan(0.2)
    expect(Math.abs(wrongOpus.errors - wrongPcm.errors)).toBeLessThanOrEqual(2)
  })

  it('outlives sessions that are cut, garbled and left idle', { timeout: 120_000 }, async () => {
    const [clip] = clips.en
    const words = Array.from(
      { length: 8 },
      (_, at) => clip?.samples.subarray(at * 8000, (at + 1) * 8000) ?? new Float32Array(),
    )
    await Promise.all(Array.from({ length: 12 }, (_, index) => misbehave(server, randomOf(7000 + index), words)))
    const client = await connect(server)
    client.update({ transcription: { language: 'en' } })
    client.append(clip?.samples ?? new Float32Array())
    client.commit()
    const { transcript } = await client.until(completed)
    const { errors, total } = textErrors(clip?.text ?? '', String(transcript), 'en')
    expect(errors / total).toBeLessThan(0.3)
    await client.close()
  })
})
