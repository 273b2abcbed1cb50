import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'
import { upload } from './support/upload.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const path = '/v1/vector_stores'
interface Store {
  id: string
  name: string
}
interface List {
  data: { id: string }[]
  has_more: boolean
  first_id: string
  last_id: string
}
const create = async (body: unknown, key = server.key) => server.json<Store>(path, { body, key })

describe('vector stores', () => {
  it('are made, shown, listed and deleted', async () => {
    const key = await server.otherProject()
    const made = await create({ name: 'papers', type: 'text' }, key)
    expect(made).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^vs_/), name: 'papers' } })
    expect(Object.keys(made.body)).toEqual(['id', 'name'])
    const { id } = made.body

    const shown = await server.json(`${path}/${id}`, { key })
    expect(shown.body).toEqual({
      id,
      object: 'vector_store',
      created_at: expect.any(Number),
      name: 'papers',
      type: 'text',
      file_counts: { in_progress: 0, completed: 0, failed: 0, cancelled: 0, total: 0 },
    })
    const { body: list } = await server.json<List>(path, { key })
    expect(list).toEqual({ object: 'list', data: [shown.body], has_more: false, first_id: id, last_id: id })

    const gone = await server.json(`${path}/${id}`, { method: 'DELETE', key })
    expect(gone.body).toEqual({ id, deleted: true, object: 'vector_store.deleted' })
    expect((await server.json(`${path}/${id}`, { key })).status).toBe(404)
  })

  it('are paged in both orders', async () => {
    const key = await server.otherProject()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await create({ name: `n${n}` }, key)).body.id)
    const page = async (query: string) => (await server.json<List>(`${path}?${query}`, { key })).body
    const [newest = '', second = '', third = ''] = ids.toReversed()
    expect(await page('limit=2')).toMatchObject({ has_more: true, first_id: newest, last_id: second })
    expect(await page(`limit=2&after=${second}`)).toMatchObject({ has_more: true, first_id: third })
    expect(await page(`limit=2&order=asc`)).toMatchObject({ first_id: ids[0], last_id: ids[1], has_more: true })
    expect(await page(`limit=2&before=${third}`)).toMatchObject({ first_id: newest, last_id: second, has_more: false })
  })

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(257) }, 'name'],
    [{ name: 'x', type: 'sound' }, 'type'],
  ])('are refused for %j', async (body, param) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { error: { param } } })
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'after=vs_none', 'order=up'])(
    'refuse to be listed by %s',
    async query => {
      const { status, body } = await server.json(`${path}?${query}`)
      expect({ status, body }).toMatchObject({ status: 400, body: { error: { param: query.split('=')[0] } } })
    },
  )

  it('are not seen by another project', async () => {
    const { id } = (await create({ name: 'mine' })).body
    const key = await server.otherProject()
    const { body } = await upload(server, 'retrieval-text', 'a.txt', 'words', key)
    for (const [method, tail, sent] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['GET', '/files', undefined],
      ['POST', '/files', { files: [{ file_id: body.id }] }],
      ['DELETE', `/files/${body.id}`, undefined],
    ] as const) {
      const reply = await server.json(`${path}/${id}${tail}`, { method, key, ...(sent && { body: sent }) })
      expect([method, tail, reply.status]).toEqual([method, tail, 404])
    }
  })
})

describe('the files of a vector store', () => {
  it('are added, shown, counted and taken out', async () => {
    const { id } = (await create({ name: 'papers' })).body
    const file = (await upload(server, 'retrieval-text', 'a.txt', 'Some words.')).body
    const added = await server.json<List>(`${path}/${id}/files`, {
      body: { files: [{ file_id: file.id, description: 'About words' }] },
    })
    const entry = {
      id: file.id,
      object: 'vector_store.file',
      created_at: expect.any(Number),
      vector_store_id: id,
      status: 'in_progress',
      description: 'About words',
    }
    expect(added.body).toMatchObject({ object: 'list', data: [entry] })
    const again = await server.json(`${path}/${id}/files`, { body: { files: [{ file_id: file.id }] } })
    expect(again.body).toMatchObject({ data: [{ description: 'About words' }] })
    expect((await server.json(`${path}/${id}`)).body).toMatchObject({ file_counts: { in_progress: 1, total: 1 } })
    expect((await server.json(`${path}/${id}/files`)).body).toMatchObject({ data: [entry], first_id: file.id })

    const gone = await server.json(`${path}/${id}/files/${file.id}`, { method: 'DELETE' })
    expect(gone.body).toEqual({ id: file.id, deleted: true, object: 'vector_store.file.deleted' })
    expect(await server.json(`${path}/${id}/files/${file.id}`, { method: 'DELETE' })).toMatchObject({
      status: 404,
      body: { error: { type: 'file_not_found' } },
    })
    expect((await server.json(`/v1/files/${file.id}`)).status).toBe(200)
  })

  it('leave with the file itself', async () => {
    const { id } = (await create({ name: 'papers' })).body
    const file = (await upload(server, 'retrieval-text', 'a.txt', 'Some words.')).body
    await server.json(`${path}/${id}/files`, { body: { files: [{ file_id: file.id }] } })
    await server.json(`/v1/files/${file.id}`, { method: 'DELETE' })
    expect((await server.json(`${path}/${id}`)).body).toMatchObject({ file_counts: { total: 0 } })
  })

  it('must fit', async () => {
    const { id } = (await create({ name: 'papers' })).body
    const extract = (await upload(server, 'file-extract', 'a.txt', 'Some words.')).body
    const add = (files: unknown) => server.json(`${path}/${id}/files`, { body: { files } })
    expect(await add([])).toMatchObject({ status: 400, body: { error: { param: 'files' } } })
    expect(await add([{ file_id: 'file-none' }])).toMatchObject({ status: 404 })
    expect(await add([{ file_id: extract.id }])).toMatchObject({
      status: 400,
      body: { error: { param: 'files[0].file_id', message: expect.stringContaining('retrieval-text') } },
    })
  })
})
