import { readFile } from 'node:fs/promises'
import { type Cut, cutModel, type GraphValue } from '../../onnx/graph/cut-model.ts'
import { floats, floatsOf, integers, type OnnxSession, openSession } from '../../onnx/session.ts'

/** What is to be sounded, in frames of 25 ms. */
export interface Score {
  readonly frames: number
  /** What is said: 512 rows of one number a frame. */
  readonly content: Float32Array
  /** Hertz, two a frame; 0 has no tone. */
  readonly pitch: Float32Array
  /** How strong, two a frame. */
  readonly energy: Float32Array
}

export interface KokoroNetworks {
  compose(ids: readonly number[], style: Float32Array, speed: number): Promise<Score>
  sound(score: Score, style: Float32Array): Promise<Float32Array>
  close(): Promise<void>
}

export const contentRows = 512
export const samplesPerFrame = 600

const number32 = (name: string): GraphValue => ({ name, type: 'float32' })
const content = number32('/encoder/MatMul_1_output_0')
const pitch = number32('/encoder/Reshape_output_0')
const energy = number32('/encoder/Reshape_1_output_0')
const style = number32('style')

const composer: Cut = {
  inputs: [{ name: 'input_ids', type: 'int64' }, style, number32('speed')],
  outputs: [content, pitch, energy],
}
const voice: Cut = { inputs: [content, pitch, energy, style], outputs: [number32('waveform')] }

/**
 * Kokoro in two halves. Between them the melody and the silences lie open: they can be changed, left out, and sounded
 * piece by piece, which the whole network does not allow.
 */
export async function openKokoroNetworks(file: string, threads: number): Promise<KokoroNetworks> {
  const [composing, sounding] = await openHalves(file, threads)
  return {
    async compose(ids, styleValues, speed) {
      const padded = [0, ...ids, 0]
      const made = await composing.run({
        input_ids: integers(padded, [1, padded.length]),
        style: floats(styleValues, [1, styleValues.length]),
        speed: floats(Float32Array.of(speed), [1]),
      })
      const [rows, tone, strength] = [content, pitch, energy].map(({ name }) => floatsOf(made[name]))
      if (!rows || !tone || !strength) throw new Error('the first half of the network gave nothing')
      return { frames: rows.length / contentRows, content: rows, pitch: tone, energy: strength }
    },
    async sound(score, styleValues) {
      const made = await sounding.run({
        [content.name]: floats(score.content, [1, contentRows, score.frames]),
        [pitch.name]: floats(score.pitch, [1, score.pitch.length]),
        [energy.name]: floats(score.energy, [1, score.energy.length]),
        style: floats(styleValues, [1, styleValues.length]),
      })
      return floatsOf(made.waveform)
    },
    async close() {
      await composing.close()
      await sounding.close()
    },
  }
}

async function openHalves(file: string, threads: number): Promise<[OnnxSession, OnnxSession]> {
  const [first, second] = cutModel(await readFile(file), [composer, voice])
  if (!first || !second) throw new Error('the network could not be cut')
  return [await openSession(first, { threads }), await openSession(second, { threads })]
}
