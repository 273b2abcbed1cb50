import {
  loadBinding,
  type NativeContext,
  type NativeModel,
  type NativeSampler,
} from '../../src/engines/llama/child/binding.ts'

/** The binding with nothing around it, in a process of its own: it is sent how many to write and how much, and answers. */
const [file = '', sequences = '1', threads = '1', prompt = ''] = process.argv.slice(2)
const count = Number(sequences)
const binding = await loadBinding(false)
const model: NativeModel = new binding.AddonModel(file, { addonExports: binding, gpuLayers: 0, useMmap: true })
await model.init()
const context: NativeContext = new binding.AddonContext(model, {
  contextSize: 2048 * count,
  sequences: count,
  batchSize: 256,
  threads: Number(threads),
  flashAttention: 'auto',
})
await context.init()
const tokens = model.tokenize(prompt, true)
const samplers: NativeSampler[] = Array.from({ length: count }, () => {
  const sampler = new binding.AddonSampler(model)
  sampler.applyConfig({ temperature: 0, seed: 1 })
  return sampler
})

/** All write so many tokens, whether they would end or not; gives when the first was there. */
async function write(atOnce: number, length: number): Promise<number> {
  const beganAt = performance.now()
  const last: number[] = []
  for (let sequence = 0; sequence < atOnce; sequence++) {
    context.disposeSequence(sequence)
    context.initBatch(tokens.length)
    const [place = 0] = context.addToBatch(sequence, 0, tokens, Uint32Array.of(tokens.length - 1))
    await context.decodeBatch()
    last[sequence] = await context.sampleToken(place, samplers[sequence] as NativeSampler)
    if (sequence === 0 && atOnce === 1 && length === 1) return performance.now() - beganAt
  }
  for (let step = 1; step < length; step++) {
    context.initBatch(atOnce)
    const places = last.map(
      (token, sequence) =>
        context.addToBatch(sequence, tokens.length + step - 1, Uint32Array.of(token), Uint32Array.of(0))[0] ?? 0,
    )
    await context.decodeBatch()
    const said = await Promise.all(
      places.map((place, sequence) => context.sampleToken(place, samplers[sequence] as NativeSampler)),
    )
    for (const [sequence, token] of said.entries()) last[sequence] = token
  }
  return performance.now() - beganAt
}

process.on('message', async ({ atOnce, length }: { atOnce: number; length: number }) => {
  const before = process.cpuUsage()
  const elapsedMs = await write(atOnce, length)
  const { user, system } = process.cpuUsage(before)
  process.send?.({ tokens: atOnce * length, elapsedMs, cpuMs: (user + system) / 1000 })
})
process.send?.('ready')
