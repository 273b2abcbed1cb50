import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { medley, program, serve } from './support/command-line.ts'
import { writeCatalog } from './support/weights-catalog.ts'
import { startWeightsServer, type WeightsServer, weightsOf } from './support/weights-server.ts'

const content = weightsOf(400_000)
let folder: string
let origin: WeightsServer
let environment: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  origin = await startWeightsServer()
  environment = await writeCatalog(folder, origin, [
    { name: 'big', content, starter: true },
    { name: 'packed', content: content.subarray(0, 1000), from: 'npm' },
  ])
})
afterEach(async () => {
  await origin[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const run = (...words: string[]) => medley(folder, ['models', ...words], environment)
const arrived = () => readFile(join(folder, 'weights/big/big.gguf'))

async function pull(): Promise<{ child: ChildProcess; ended: Promise<{ code: number | null; errors: string }> }> {
  const { PATH = '' } = process.env
  const env = { ...environment, PATH, MEDLEY_DATA: folder }
  const child = spawn(process.execPath, [program, 'models', 'pull', 'big'], { cwd: folder, env })
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, errors }))
  return { child, ended }
}

const holders = async () =>
  (await readdir(join(folder, 'weights/.locks')).catch(() => [])).filter(name => name.endsWith('.lock'))
/** What the process that holds the lock has said of itself. */
const progress = async () =>
  JSON.parse(await readFile(join(folder, 'weights/.locks/big.lock'), 'utf8').catch(() => '{}'))

describe('processes that share a folder', () => {
  it('fetch weights once; the others see how far they are, and have them at the same time', async () => {
    origin.behave({ holdAfter: 200_000 })
    const first = await pull()
    await expect.poll(progress).toMatchObject({ done: 200_000 })
    const second = await pull()
    const listed = JSON.parse((await run('list', '--json')).output)
    expect(listed.weights[0]).toMatchObject({ name: 'big', state: 'arriving', percent: 50 })
    origin.behave({})
    expect(await first.ended).toMatchObject({ code: 0 })
    expect(await second.ended).toMatchObject({ code: 0 })
    expect(origin.asked).toEqual(['cdn/big.gguf'])
    expect((await arrived()).equals(content)).toBe(true)
  })

  it('take over from one that was killed, where it stood', async () => {
    origin.behave({ holdAfter: 200_000 })
    const first = await pull()
    await expect.poll(progress).toMatchObject({ done: 200_000 })
    const second = await pull()
    first.child.kill('SIGKILL')
    await first.ended
    expect(await holders()).toEqual(['big.lock'])
    origin.behave({})
    expect(await second.ended).toMatchObject({ code: 0 })
    expect(origin.asked).toEqual(['cdn/big.gguf', 'cdn/big.gguf from 200000'])
    expect((await arrived()).equals(content)).toBe(true)
    expect(await holders()).toEqual([])
  })

  it('stop in good order when told to, and go on later', async () => {
    origin.behave({ holdAfter: 200_000 })
    const first = await pull()
    await expect.poll(progress).toMatchObject({ done: 200_000 })
    first.child.kill('SIGINT')
    const { code, errors } = await first.ended
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('run the same again to go on') })
    expect(await holders()).toEqual([])
    origin.behave({})
    expect(await run('pull', 'big')).toMatchObject({ code: 0 })
    expect(origin.asked).toEqual(['cdn/big.gguf', 'cdn/big.gguf from 200000'])
  })
})

describe('medley models', () => {
  it('pulls through the registry that npm is set to, lists, and removes', async () => {
    const pulled = await run('pull', 'packed', '--to', join(folder, 'stick'), '--json')
    expect(pulled.code).toBe(0)
    const place = join(folder, 'stick/packed')
    expect(JSON.parse(pulled.output)).toEqual([
      { name: 'packed', licence: 'MIT', bytes: 1000, fetched: true, folder: place },
    ])
    expect((await readFile(join(place, 'packed.gguf'))).equals(content.subarray(0, 1000))).toBe(true)
    const elsewhere = { ...environment, MEDLEY_WEIGHTS: join(folder, 'stick') }
    const { output } = await medley(folder, ['models', 'list'], elsewhere)
    expect(output).toMatch(/^big +text +400 kB +MIT +absent \(starter\) +For a test\.$/m)
    expect(output).toMatch(/^packed +text +1\.0 kB +MIT +here +For a test\.$/m)
    const removed = await medley(folder, ['models', 'remove', 'packed'], elsewhere)
    expect(removed).toEqual({ code: 0, output: 'packed is removed.\n', errors: '' })
    await expect(readFile(place)).rejects.toThrow('ENOENT')
  }, 60_000)

  it('says what failed, and where', async () => {
    origin.behave({ status: 404 })
    const { code, errors } = await run('pull', '--all')
    expect(code).toBe(1)
    expect(errors).toMatch(/^medley: big: big\.gguf could not be fetched: 127\.0\.0\.1:\d+ answers 404\n/)
    expect(errors).toMatch(/\npacked: packed\.gguf could not be fetched: /)
  }, 60_000)
})

describe('medley serve', () => {
  it('listens at once and fetches the starter set meanwhile', async () => {
    origin.behave({ holdAfter: 200_000 })
    await using server = await serve(folder, { ...environment, MEDLEY_API_KEY: 'my-own-key', LOG_LEVEL: 'info' })
    await expect.poll(progress).toMatchObject({ done: 200_000 })
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    origin.behave({})
    await expect.poll(async () => (await arrived().catch(() => Buffer.of())).length).toBe(content.length)
    await expect.poll(server.output).toContain('weights have arrived')
    expect(origin.asked).toEqual(['cdn/big.gguf'])
    expect(await server.stop()).toBe(0)
  })

  it('stops in the middle of it', async () => {
    origin.behave({ holdAfter: 200_000 })
    await using server = await serve(folder, { ...environment, MEDLEY_API_KEY: 'my-own-key' })
    await expect.poll(progress).toMatchObject({ done: 200_000 })
    expect(await server.stop()).toBe(0)
    expect(await holders()).toEqual([])
  })

  it('fetches nothing with MEDLEY_PULL=never', async () => {
    const never = { ...environment, MEDLEY_API_KEY: 'my-own-key', MEDLEY_PULL: 'never' }
    await using server = await serve(folder, never)
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    const doctor = await medley(folder, ['doctor', '--json'], { ...never, PORT: '0' })
    const found = JSON.parse(doctor.output).find(({ name }: { name: string }) => name === 'weights')
    expect(found).toMatchObject({ state: 'warning', fix: expect.stringContaining('--starter --to DIR') })
    expect(await server.stop()).toBe(0)
    expect(origin.asked).toEqual([])
  })
})
