import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSoundStudio } from '../../src/media/sound/studio/studio.ts'
import { startBuiltInServer } from '../support/recognition/built-in-server.ts'
import { joinSounds } from '../support/recognition/join-sounds.ts'
import { connect } from '../support/recognition/socket-client.ts'
import { hasSamples, soundOf, speechSamples } from '../support/recognition/speech-samples.ts'
import { textErrors } from '../support/recognition/text-errors.ts'
import { wavFile } from '../support/recognition/tones.ts'
import { weightsHere } from '../support/recognition/weights-here.ts'

const weights = weightsHere()
const able = hasSamples && ['whisper-base', 'moonshine-tiny'].every(name => weights.state(name).state === 'ready')
const why = 'needs ../shared/samples, and whisper-base and moonshine-tiny in MEDLEY_WEIGHTS'
const seconds = 600
const mostRealTime = 0.25
/** Resident memory (RSS) of the whole server with both networks, after a file of this length and with live sessions. */
const mostMegabytes = 600

describe.skipIf(!able)(`a file of ten minutes (${why})`, () => {
  it('is heard in a quarter of its time on two cores, in bounded memory', { timeout: 400_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'medley-files-'))
    const studio = createSoundStudio({ folder })
    const pieces: Float32Array[] = []
    const texts: string[] = []
    const english = speechSamples().filter(({ kind, language, text }) => kind === 'speech' && language === 'en' && text)
    for (let length = 0; length < seconds * 16_000; ) {
      const sample = english[texts.length % english.length]
      if (!sample) break
      const sound = await soundOf(studio, sample)
      pieces.push(sound, new Float32Array(8000))
      texts.push(sample.text ?? '')
      length += sound.length + 8000
    }
    await studio.close()
    rmSync(folder, { recursive: true })

    await using server = await startBuiltInServer()
    const listen = async (sound: Float32Array = new Float32Array()) => {
      const client = await connect(server)
      client.update({ transcription: { language: 'en' } })
      client.append(sound)
      client.commit()
      await client.until('conversation.item.input_audio_transcription.completed')
      await client.close()
    }
    await listen(pieces[0])
    const file = new Blob([wavFile(joinSounds(pieces))])
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0) / 16_000
    const cpuBefore = await server.cpuSeconds()
    const began = performance.now()
    const text = await server.transcribe(file, { language: 'en' })
    const wall = (performance.now() - began) / 1000 / length
    const cpu = ((await server.cpuSeconds()) - cpuBefore) / length
    await Promise.all([listen(pieces[2]), listen(pieces[4])])
    const { now, most } = await server.megabytes()
    const { errors, total } = textErrors(texts.join(' '), text, 'en')
    process.stdout.write(
      `${length.toFixed(0)} s: ${wall.toFixed(3)} of the clock and ${cpu.toFixed(3)} s of CPU a second, ` +
        `${((100 * errors) / total).toFixed(1)} % wrong, ${now.toFixed(0)} MB after it, ${most.toFixed(0)} at most, ` +
        `load ${loadavg()[0]?.toFixed(1)}\n`,
    )
    expect(errors / total).toBeLessThan(0.15)
    expect(wall).toBeLessThanOrEqual(mostRealTime)
    expect(now).toBeLessThan(mostMegabytes)
  })
})
