import { InferenceSession, Tensor } from 'onnxruntime-node'

export { Tensor }

export interface SessionOptions {
  /** Threads that one run may use. */
  readonly threads: number
  /** Whether the memory of a run is kept for the next one: a little faster, and never smaller than the largest run. */
  readonly keepMemory?: boolean
}

export interface OnnxSession {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Blocks the thread that calls it: for worker threads only. */
  run(inputs: Readonly<Record<string, Tensor>>, outputs?: readonly string[]): Promise<Readonly<Record<string, Tensor>>>
  close(): Promise<void>
}

/** A network from a file, or from its bytes. */
export async function openSession(model: string | Uint8Array, options: SessionOptions): Promise<OnnxSession> {
  const session = await create(model, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    intraOpNumThreads: options.threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    enableCpuMemArena: options.keepMemory ?? true,
    // Threads that spin while they wait take the cores from whoever else has work.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    run: (inputs, outputs) => (outputs ? session.run(inputs, outputs) : session.run(inputs)),
    close: () => session.release(),
  }
}

function create(model: string | Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options)
}

export function floats(values: Float32Array, shape: readonly number[]): Tensor {
  return new Tensor('float32', values, shape)
}

export function integers(values: readonly number[], shape: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), shape)
}

/** The numbers of a result; a result of another kind is a mistake in the graph. */
export function floatsOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data
  throw new TypeError(`expected 32-bit numbers, got ${tensor?.type ?? 'nothing'}`)
}

export function integersOf(tensor: Tensor | undefined): number[] {
  if (tensor?.data instanceof BigInt64Array) return Array.from(tensor.data, Number)
  throw new TypeError(`expected 64-bit integers, got ${tensor?.type ?? 'nothing'}`)
}
