import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voiceRecords } from '../src/store/voices.ts'
import { errorBody } from './support/error-body.ts'
import { startServer, type TestServer } from './support/server.ts'
import { openStore } from './support/store.ts'

/** From old to new; two of them were made in the same millisecond. */
const voices = ['voice-tone-a', 'voice-tone-b', 'voice-tone-c', 'voice-tone-d', 'voice-tone-e'] as const
const [a, b, c, d, e] = voices

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startServer()
  const made = await server.platform.keys.create({ name: 'singer', project: 'choir' })
  key = made.secret
  const store = await openStore(server.folder)
  const records = voiceRecords(store)
  for (const [n, id] of voices.entries()) {
    const createdAt = 1_000_000 + Math.min(n, 3) * 1000
    await records.insert({ id, projectId: made.key.projectId, fileId: `file-${n}`, model: 'm', sha256: id, createdAt })
  }
  await store.close()
})
afterAll(() => server.stop())

interface List {
  data: { id: string }[]
  has_more: boolean
  first_id: string
  last_id: string
}
const page = async (query: string) => (await server.json<List>(`/v1/audio/voices${query}`, { key })).body

describe('pages of voices', () => {
  it('are empty where there are none', async () => {
    const { status, body } = await server.json('/v1/audio/voices', { key: await server.otherProject() })
    expect(status).toBe(200)
    expect(body).toEqual({ object: 'list', data: [], has_more: false, first_id: '', last_id: '' })
  })

  it('hold the entries with their files and times', async () => {
    expect(await page('?limit=2&order=asc')).toEqual({
      object: 'list',
      data: [
        { id: a, file_id: 'file-0', created_at: 1000 },
        { id: b, file_id: 'file-1', created_at: 1001 },
      ],
      has_more: true,
      first_id: a,
      last_id: b,
    })
  })

  it.each([
    ['', [e, d, c, b, a], false],
    ['?order=desc', [e, d, c, b, a], false],
    ['?order=asc', [a, b, c, d, e], false],
    ['?limit=100', [e, d, c, b, a], false],
    ['?limit=5', [e, d, c, b, a], false],
    ['?limit=4', [e, d, c, b], true],
    ['?limit=1', [e], true],
    [`?limit=1&after=${e}`, [d], true],
    [`?limit=2&after=${d}`, [c, b], true],
    [`?limit=2&after=${c}`, [b, a], false],
    [`?after=${a}`, [], false],
    [`?limit=2&order=asc&after=${b}`, [c, d], true],
    [`?limit=2&order=asc&after=${c}`, [d, e], false],
    [`?limit=2&before=${a}`, [c, b], true],
    [`?limit=2&before=${c}`, [e, d], false],
    [`?limit=1&before=${d}`, [e], false],
    [`?before=${e}`, [], false],
    [`?limit=2&order=asc&before=${e}`, [c, d], true],
    [`?after=${e}&before=${b}`, [d, c], false],
    [`?limit=1&after=${e}&before=${b}`, [d], true],
    [`?order=asc&after=${a}&before=${e}`, [b, c, d], false],
    [`?after=${b}&before=${e}`, [], false],
  ] as [string, string[], boolean][])('%s', async (query, ids, more) => {
    const { data, has_more, first_id, last_id } = await page(query)
    expect(data.map(({ id }) => id)).toEqual(ids)
    expect({ has_more, first_id, last_id }).toEqual({
      has_more: more,
      first_id: ids[0] ?? '',
      last_id: ids.at(-1) ?? '',
    })
  })

  it('walked one by one show each voice once, in either order', async () => {
    for (const order of ['asc', 'desc']) {
      const seen: string[] = []
      let last = ''
      for (let more = true; more; ) {
        const body = await page(`?limit=1&order=${order}${last && `&after=${last}`}`)
        seen.push(...body.data.map(({ id }) => id))
        last = body.last_id
        more = body.has_more
      }
      expect(seen).toEqual(order === 'asc' ? voices : voices.toReversed())
    }
  })

  it.each(['0', '101', 'abc', '-1', '1.5', '', '1e2', '١', '99999999999999999999'])(
    'have no limit of %j',
    async limit => {
      const { status, body } = await server.json(`/v1/audio/voices?limit=${encodeURIComponent(limit)}`, { key })
      expect(status).toBe(400)
      const message = `"limit" must be a whole number from 1 to 100 (got ${JSON.stringify(limit)}).`
      expect(body).toEqual(errorBody('request_params_invalid', message, 'limit'))
    },
  )

  it('know two orders', async () => {
    const { status, body } = await server.json('/v1/audio/voices?order=up', { key })
    expect(status).toBe(400)
    const message = '"order" must be one of "asc", "desc" (got "up").'
    expect(body).toEqual(errorBody('request_params_invalid', message, 'order'))
  })

  it.each(['before', 'after'])('begin %s a voice of the project and no other', async cursor => {
    for (const who of [key, await server.otherProject()]) {
      const id = who === key ? 'voice-tone-absent' : a
      const { status, body } = await server.json(`/v1/audio/voices?${cursor}=${id}`, { key: who })
      expect(status).toBe(400)
      const message = `"${cursor}" must be the id of one of this project's voices (got "${id}").`
      expect(body).toEqual(errorBody('request_params_invalid', message, cursor))
    }
  })
})
