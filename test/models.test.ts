import OpenAI, { NotFoundError } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from './support/error-body.ts'
import { startServer, type TestServer } from './support/server.ts'

const publicIds = [
  'svc-3.7-flash',
  'svc-3.5-flash',
  'svc-3.5-flash-2603',
  'svc-5-preview',
  'svc-tts-2',
  'svcaudio-2.5-tts',
  'svc-tts-vivid',
  'svc-asr',
  'svcaudio-2.5-asr-stream',
  'svcaudio-2.5-realtime',
  'svc-image-edit-2',
  'svcaudio-3-music-preview',
]

let server: TestServer
let client: OpenAI
beforeAll(async () => {
  const config = `
models:
  house/large-8B:latest: { engine: openai, url: "http://127.0.0.1:9/v1", model: large, capability: text }
  svc-3.7-flash: { engine: openai, url: "http://127.0.0.1:9/v1", model: large }
`
  server = await startServer({ config })
  client = new OpenAI({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
})
afterAll(() => server.stop())

/** What is built in says so. */
const builtIn = ['svc-3.5-flash', 'svc-3.5-flash-2603', 'svc-5-preview']
const model = (id: string) => ({
  id,
  object: 'model',
  created: expect.any(Number),
  owned_by: 'svcai',
  ...(builtIn.includes(id) && { description: expect.stringMatching(/^Built-in model medley-46m\. Small/) }),
})

describe('models', () => {
  it('are shown to admins with what serves them', async () => {
    const { body } = await server.json<{ data: { id: string }[] }>('/v1/admin/models')
    const served = (id: string) => body.data.find(one => one.id === id)
    expect(body.data).toHaveLength(publicIds.length + 1)
    expect(served('svc-3.7-flash')).toEqual({
      id: 'svc-3.7-flash',
      object: 'model',
      capability: 'text',
      engine: 'openai',
      deprecated: false,
    })
    expect(served('svc-5-preview')).toMatchObject({ engine: 'llama (medley-46m)' })
    expect(served('svc-tts-vivid')).toMatchObject({ engine: 'synthesis', deprecated: true })
    expect((await server.fetch('/v1/admin/models', { key: await server.otherProject() })).status).toBe(403)
  })

  it('are the public ones, then those that the configuration adds', async () => {
    const { status, body } = await server.json('/v1/models')
    expect(status).toBe(200)
    expect(body).toEqual({ object: 'list', data: [...publicIds, 'house/large-8B:latest'].map(model) })
  })

  it.each(publicIds)('can be asked for one by one: %s', async id => {
    const { status, body } = await server.json<{ created: number }>(`/v1/models/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual(model(id))
    expect(Number.isInteger(body.created)).toBe(true)
  })

  it('whose id has a slash are found with it escaped', async () => {
    expect((await server.json('/v1/models/house%2Flarge-8B:latest')).body).toEqual(model('house/large-8B:latest'))
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['SVC-3.7-FLASH', 'SVC-3.7-FLASH'],
    ['__proto__', '__proto__'],
    ['%E6%A8%A1%22', '模"'],
  ])('that nobody has are not found: %s', async (path, id) => {
    const { status, body } = await server.json(`/v1/models/${path}`)
    expect(status).toBe(404)
    const message = `The model "${id}" does not exist or you do not have access to it.`
    expect(body).toEqual(errorBody('model_invalid', message, 'model'))
  })

  it('are read by the openai client', async () => {
    const listed = []
    for await (const one of client.models.list()) listed.push(one.id)
    expect(listed).toEqual([...publicIds, 'house/large-8B:latest'])
    expect(await client.models.retrieve('svc-asr')).toMatchObject({ id: 'svc-asr', owned_by: 'svcai' })
    expect(await client.models.retrieve('house/large-8B:latest')).toMatchObject({ id: 'house/large-8B:latest' })
    const unknown = await client.models.retrieve('nonsense').catch(error => error)
    expect(unknown).toBeInstanceOf(NotFoundError)
    expect(unknown).toMatchObject({ code: 'model_invalid', type: 'model_invalid', param: 'model' })
  })
})
