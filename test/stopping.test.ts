import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serve } from './support/command-line.ts'
import { errorBody } from './support/error-body.ts'
import { holdUpload } from './support/held-request.ts'
import { connectTo } from './support/raw-http.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const key = 'mk-stopping-0123456789'
const environment = { MEDLEY_API_KEY: key }

describe('a server that is told to stop', () => {
  it('ends what is running, turns away what is new, and is gone at once', async () => {
    await using server = await serve(folder, environment)
    const waiting = await connectTo(server.url)
    waiting.write(`GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`)
    const running = await holdUpload(server, key)
    const idle = await connectTo(server.url)
    const idleClosed = once(idle, 'close')

    const stopped = server.stop('SIGTERM')
    await idleClosed
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow()
    let text = ''
    waiting.on('data', chunk => {
      text += chunk
    })
    waiting.write('\r\n')
    await once(waiting, 'close')
    expect(text).toMatch(/^HTTP\/1.1 503 /)
    expect(text).toMatch(/\r\nretry-after: 5\r\n/)
    const message = 'The server is stopping; try again in a moment.'
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual(errorBody('service_unavailable', message))

    expect(await running.finish()).toMatchObject({ status: 200 })
    const began = performance.now()
    expect(await stopped).toBe(0)
    // Not the 20 s that streams may take: nothing is left to wait for.
    expect(performance.now() - began).toBeLessThan(3000)
  })

  it('cuts off what takes too long', async () => {
    const file = join(folder, 'short.yaml')
    await writeFile(file, 'server: { stop_seconds: 0.2 }\n')
    await using server = await serve(folder, { ...environment, MEDLEY_CONFIG: file })
    const running = await holdUpload(server, key)
    const cut = running.finish.bind(running)
    expect(await server.stop('SIGINT')).toBe(0)
    await expect(cut()).rejects.toThrow()
  })
})
