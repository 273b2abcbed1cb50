import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { medley, serve } from './support/command-line.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const shown = (output: string) => /Your key, shown once: (\S+)/.exec(output)?.[1]
const statusWith = async (url: string, key: string) =>
  (await fetch(`${url}/v1/admin/keys`, { headers: { authorization: `Bearer ${key}` } })).status

describe('the first start', () => {
  it('on a port that is taken says so, and uses up no key', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, output, errors } = await medley(folder, ['serve'], { PORT: String(port), LOG_LEVEL: 'silent' })
    other.close()
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toBe(`medley: port ${port} is in use; stop what listens there or set PORT to another\n`)
  })

  it('shows a key that works; the second shows none, and the key still works', async () => {
    let key: string
    {
      await using server = await serve(folder)
      await expect.poll(() => shown(server.output())).toMatch(/^mk-\w{40}$/)
      key = shown(server.output()) ?? ''
      expect(await statusWith(server.url, key)).toBe(200)
      expect(await server.stop()).toBe(0)
    }
    await using server = await serve(folder)
    expect(await statusWith(server.url, key)).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(shown(server.output())).toBeUndefined()
    expect(server.output()).toBe(`Medley listens on ${server.url}\n`)
  })

  it('with a key from outside shows none', async () => {
    const other = await mkdtemp(join(tmpdir(), 'medley-test-'))
    await using server = await serve(other, { MEDLEY_API_KEY: 'my-own-key' })
    expect(await statusWith(server.url, 'my-own-key')).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(shown(server.output())).toBeUndefined()
    await rm(other, { recursive: true })
  })
})
