import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddingWeights } from '../../src/engines/embeddings/embeddings.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { upload } from '../support/upload.ts'

const weights = process.env.MEDLEY_WEIGHTS ?? ''
const isThere = existsSync(join(weights, embeddingWeights))

const handbook = [
  'Employees may work from home two days a week.',
  'The cafeteria serves lunch between eleven and two.',
  'Invoices are paid within thirty days after they were received.',
  'The server room is locked; the key is with the porter.',
  'Every employee gets twenty-five days of holiday a year.',
  'Broken laptops are replaced by the technical department.',
]

describe.skipIf(!isThere)('retrieval with the built-in embeddings (needs minilm-l6-v2 in MEDLEY_WEIGHTS)', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ environment: { MEDLEY_WEIGHTS: weights } })
  })
  afterAll(() => server?.stop())

  it('finds what is meant, in other words than were written', async () => {
    const { body: store } = await server.json<{ id: string }>('/v1/vector_stores', { body: { name: 'handbook' } })
    const files = new Map<string, string>()
    for (const [index, text] of handbook.entries()) {
      const { body } = await upload(server, 'retrieval-text', `rule-${index}.txt`, text)
      files.set(body.id, text)
    }
    await server.json(`/v1/vector_stores/${store.id}/files`, {
      body: { files: [...files.keys()].map(file_id => ({ file_id })) },
    })
    const counts = async () =>
      (await server.json<{ file_counts: object }>(`/v1/vector_stores/${store.id}`)).body.file_counts
    await expect.poll(counts, { timeout: 60_000 }).toMatchObject({ completed: handbook.length })

    const ask = async (query: string) => {
      const tool = { type: 'retrieval' as const, vectorStoreId: store.id }
      const [best] = await server.platform.builtInTools.use('', tool, query, AbortSignal.timeout(10_000))
      return best?.summary
    }
    expect(await ask('How much vacation do I have?')).toBe(handbook[4])
    expect(await ask('When can I eat at noon?')).toBe(handbook[1])
    expect(await ask('My computer does not start any more')).toBe(handbook[5])
    expect(await ask('telecommuting policy')).toBe(handbook[0])
    expect(await ask('When do suppliers receive their money?')).toBe(handbook[2])
  }, 120_000)
})
