import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorBody } from './support/error-body.ts'
import { startServer, type TestServer } from './support/server.ts'
import { writeCatalog } from './support/weights-catalog.ts'
import { startWeightsServer, type WeightsServer, weightsOf } from './support/weights-server.ts'

interface Shown {
  name: string
  state: string
  percent: number
  failure: string | null
}

let folder: string
let origin: WeightsServer
let server: TestServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  origin = await startWeightsServer()
})
afterEach(async () => {
  await server.stop()
  await origin[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function start(more: Record<string, string> = {}): Promise<void> {
  const environment = await writeCatalog(folder, origin, [
    { name: 'better', content: weightsOf(200_000), starter: true },
  ])
  const config = 'models:\n  svc-3.7-flash: { engine: llama, name: better }\n'
  server = await startServer({ folder, config, environment: { ...environment, ...more } })
}

const events = { onBegin: () => undefined, onArrived: () => undefined, onFailure: () => undefined }
const shown = async (): Promise<Shown | undefined> =>
  (await server.json<{ data: Shown[] }>('/v1/admin/weights')).body.data.find(({ name }) => name === 'better')
const chat = () =>
  server.json('/v1/chat/completions', {
    body: { model: 'svc-3.7-flash', messages: [{ role: 'user', content: 'Hello' }] },
  })

describe('while weights arrive', () => {
  it('requests that need them get 503 with how far they are; admins see it too', async () => {
    await start()
    origin.behave({ holdAfter: 84_000 })
    server.platform.fetchStarterSet(events)
    await expect
      .poll(shown)
      .toMatchObject({ state: 'arriving', percent: 42, licence: 'MIT', bytes: 200_000, failure: null })

    const { status, headers, body } = await chat()
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '20' })
    expect(body).toEqual(errorBody('service_unavailable', expect.stringContaining('"better"')))
    expect(JSON.stringify(body)).toContain('42 %')
    expect(JSON.stringify(body)).not.toContain(folder)
    expect(await (await server.fetch('/metrics')).text()).toContain('medley_weights_ratio{name="better"} 0.42')

    origin.behave({})
    await expect.poll(shown).toMatchObject({ state: 'ready', percent: 100 })
  })

  it('an admin may stop it, and begin again', async () => {
    await start()
    origin.behave({ holdAfter: 100_000 })
    const begun = await server.json<Shown>('/v1/admin/weights/better', { method: 'POST' })
    expect(begun).toMatchObject({ status: 200, body: { name: 'better', state: 'arriving' } })
    await expect.poll(shown).toMatchObject({ percent: 50 })
    const stopped = await server.json<Shown>('/v1/admin/weights/better', { method: 'DELETE' })
    expect(stopped).toMatchObject({ status: 200, body: { state: 'absent', percent: 0 } })
    origin.behave({})
    await server.json('/v1/admin/weights/better', { method: 'POST' })
    await expect.poll(shown).toMatchObject({ state: 'ready' })
  })
})

describe('weights that are not there', () => {
  it('are answered with the command that fetches them', async () => {
    await start()
    const { status, headers, body } = await chat()
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '300' })
    expect(JSON.stringify(body)).toContain('medley models pull better')
  })

  it('show why they could not be fetched', async () => {
    await start()
    origin.behave({ status: 404 })
    await server.json('/v1/admin/weights/better', { method: 'POST' })
    await expect.poll(shown).toMatchObject({ state: 'absent', failure: expect.stringContaining('answers 404') })
  })

  it('are not fetched by a server that must not', async () => {
    await start({ MEDLEY_PULL: 'never' })
    const { status, body } = await server.json('/v1/admin/weights/better', { method: 'POST' })
    expect(status).toBe(403)
    expect(JSON.stringify(body)).toContain('MEDLEY_PULL=never')
    expect(origin.asked).toEqual([])
  })

  it('are an error of the path when the catalogue has no such name; other keys may not ask', async () => {
    await start()
    for (const method of ['POST', 'DELETE']) {
      expect((await server.json('/v1/admin/weights/worse', { method })).status).toBe(404)
      const key = await server.otherProject()
      expect((await server.fetch('/v1/admin/weights/better', { method, key })).status).toBe(403)
    }
  })
})

it('a text model that the catalogue does not have stops the start, with the names that it has', async () => {
  await start()
  const environment = await writeCatalog(folder, origin, [{ name: 'better', content: weightsOf(10) }])
  const config = 'models:\n  svc-3.7-flash: { engine: llama, name: bettr }\n'
  await expect(startServer({ config, environment })).rejects.toThrow(
    'medley.yaml: models.svc-3.7-flash.name: there is no text model "bettr"; did you mean "better"?',
  )
})
