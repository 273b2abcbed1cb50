import { detectorFrame } from '../../core/detector.ts'
import { floats, floatsOf, type OnnxSession, openSession, Tensor } from '../onnx/session.ts'

const contextSamples = 64
const layers = 2
const width = 128
const inputSize = contextSamples + detectorFrame

/** What one listener has heard last. */
export class SileroMemory {
  readonly context = new Float32Array(contextSamples)
  readonly state = new Float32Array(layers * width)
}

/** Version 5 of Silero's network: the frame of each listener, with a little of what was before it. */
export class Silero {
  readonly #session: OnnxSession
  readonly #rate = new Tensor('int64', BigInt64Array.of(16_000n), [])

  private constructor(session: OnnxSession) {
    this.#session = session
  }

  static async load(file: string): Promise<Silero> {
    return new Silero(await openSession(file, { threads: 1 }))
  }

  /** One frame for each of several listeners, all in one run; their memories move on. */
  async probabilities(memories: readonly SileroMemory[], frames: readonly Float32Array[]): Promise<Float32Array> {
    const rows = memories.length
    const input = new Float32Array(rows * inputSize)
    const state = new Float32Array(layers * rows * width)
    memories.forEach((memory, row) => {
      const frame = frames[row] ?? new Float32Array(detectorFrame)
      input.set(memory.context, row * inputSize)
      input.set(frame, row * inputSize + contextSamples)
      memory.context.set(frame.subarray(detectorFrame - contextSamples))
      for (let layer = 0; layer < layers; layer++) {
        state.set(memory.state.subarray(layer * width, (layer + 1) * width), (layer * rows + row) * width)
      }
    })
    const results = await this.#session.run({
      input: floats(input, [rows, inputSize]),
      state: floats(state, [layers, rows, width]),
      sr: this.#rate,
    })
    const next = floatsOf(results.stateN)
    memories.forEach((memory, row) => {
      for (let layer = 0; layer < layers; layer++) {
        const from = (layer * rows + row) * width
        memory.state.set(next.subarray(from, from + width), layer * width)
      }
    })
    return floatsOf(results.output)
  }
}
