import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { errorBody } from './support/error-body.ts'
import { startServer, type TestServer } from './support/server.ts'
import { watchStatements } from './support/statements.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.stop())

const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  server.fetch('/v1/admin/keys', { method: 'POST', body, headers })

describe('an unknown path', () => {
  const nothing = (path: string) => `There is nothing at GET ${path}. See /docs for what there is.`

  it('is not found', async () => {
    for (const path of ['/v1/nothing', '/v1', '/v2/models', '/v1/messagesque', '/v1/audio/musical']) {
      const { status, headers, body } = await server.json(path, { key: null })
      expect(status).toBe(404)
      expect(body).toEqual(errorBody('not_found', nothing(path)))
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  it('under the messages wears their dress', async () => {
    const { status, headers, body } = await server.json('/v1/messages/nothing')
    expect(status).toBe(404)
    expect(body).toEqual({
      type: 'error',
      error: { type: 'not_found', message: nothing('/v1/messages/nothing') },
      request_id: headers.get('request-id'),
    })
  })

  it('under music wears its dress, and is not to be tried again', async () => {
    const { status, headers, body } = await server.json('/v1/audio/music/nothing')
    expect(status).toBe(404)
    expect(body).toEqual({ error: { type: 'not_found', message: nothing('/v1/audio/music/nothing') } })
    expect(headers.get('x-should-retry')).toBe('false')
  })

  it('is quoted only in part when it is long', async () => {
    const { body } = await server.json(`/${'long'.repeat(1000)}`)
    expect(JSON.stringify(body).length).toBeLessThan(300)
  })
})

describe('a method that a path does not have', () => {
  it.each([
    ['DELETE', '/v1/models', 'GET, HEAD'],
    ['PUT', '/v1/files', 'GET, HEAD, POST'],
    ['POST', '/v1/files/file-0123456789', 'DELETE, GET, HEAD'],
    ['PATCH', '/v1/audio/voices/voice-tone-x', 'DELETE'],
    ['POST', '/health/live', 'GET, HEAD'],
  ])('%s %s is told what there is', async (method, path, allow) => {
    const { status, headers, body } = await server.json(path, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
    expect(body).toEqual(errorBody('method_not_allowed', `${method} is not possible here; accepted: ${allow}.`))
  })
})

describe('a body', () => {
  it.each([
    ['text/plain', 'Send the body as application/json (got "text/plain").'],
    [
      'application/x-www-form-urlencoded',
      'Send the body as application/json (got "application/x-www-form-urlencoded").',
    ],
    [';', 'This endpoint does not accept that content type.'],
  ])('of type %s is not accepted', async (type, message) => {
    const response = await post('{"name":"x"}', { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual(errorBody('unsupported_media_type', message))
  })

  it('of the wrong type hears that a form is wanted where that is so', async () => {
    const text = await server.json('/v1/files', { method: 'POST', body: {}, headers: { 'content-type': 'text/plain' } })
    const message = 'Send the body as multipart/form-data (got "text/plain").'
    expect(text).toMatchObject({ status: 415, body: errorBody('unsupported_media_type', message) })
    const json = await server.json('/v1/files', { body: { purpose: 'storage' } })
    expect(json).toMatchObject({
      status: 415,
      body: errorBody('unsupported_media_type', 'Send this as multipart/form-data.'),
    })
  })

  it.each([
    ['{"name": "x",}', 'expected a property name in double quotes at line 1 column 14'],
    ['{\n  "name": x\n}', 'expected a value at line 2 column 11'],
    ['{"name": "x"', 'expected "," or "}" at line 1 column 13'],
    ['{"name": "x"} more', 'expected the end at line 1 column 15'],
    ["{'name': 'x'}", 'expected a property name in double quotes at line 1 column 2'],
  ])('that is not JSON hears where: %j', async (body, where) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    const message = `The body is not valid JSON: ${where}.`
    expect(await response.json()).toEqual(errorBody('request_params_invalid', message))
  })

  it.each([
    ['', 'The body is empty; this endpoint takes a JSON object.'],
    ['  \n', 'The body is empty; this endpoint takes a JSON object.'],
    ['null', 'The body must be an object (got null).'],
    ['[]', 'The body must be an object (got an empty array).'],
    ['"text"', 'The body must be an object (got "text").'],
  ])('%j is not an object', async (body, message) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(errorBody('request_params_invalid', message))
  })

  it('that is missing altogether is told so', async () => {
    const { status, body } = await server.json('/v1/admin/keys', { method: 'POST' })
    expect(status).toBe(400)
    const message = 'The body is empty; this endpoint takes a JSON object.'
    expect(body).toEqual(errorBody('request_params_invalid', message))
  })

  it('may be missing where none is wanted, whatever its type is said to be', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const { status } = await server.json('/v1/files/x', { method: 'DELETE', headers: { 'content-type': type } })
      expect(status).toBe(404)
    }
  })

  it('is read up to a mebibyte and no further, known length or not', async () => {
    const most = 1024 * 1024
    const json = (bytes: number) => `{"name":"x"${' '.repeat(bytes - 12)}}`
    expect((await post(json(most))).status).toBe(200)
    const unknownLength = new Blob([json(most + 1)]).stream()
    const chunked = server.fetch('/v1/admin/keys', {
      method: 'POST',
      body: unknownLength,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    })
    for (const response of [await post(json(most + 1)), await chunked]) {
      expect(response.status).toBe(413)
      const message = 'The body is larger than this endpoint accepts.'
      expect(await response.json()).toEqual(errorBody('request_too_large', message))
    }
  })

  it('with fields that nobody knows is taken, and they are named', async () => {
    const { status, headers } = await server.json('/v1/admin/keys', { body: { name: 'x', colour: 1, 'a\nb': 2 } })
    expect(status).toBe(200)
    expect(headers.get('x-medley-ignored')).toBe('colour, a?b')
  })
})

describe('a path', () => {
  it('with too long a part is not found', async () => {
    const { status, body } = await server.json(`/v1/models/${'a'.repeat(513)}`)
    expect(status).toBe(404)
    expect(body).toEqual(errorBody('not_found', 'There is nothing under so long a path.'))
  })

  it.each(['/v1/models/%zz', '/v1/models/%ff', '/v1/files/%'])(
    'with broken percent signs is refused: %s',
    async path => {
      const { status, headers, body } = await server.json(path)
      expect(status).toBe(400)
      expect(body).toEqual(errorBody('request_params_invalid', 'The path is not a valid URL path.'))
      expect(headers.get('x-request-id')).toMatch(/^req_/)
    },
  )
})

describe('the request id', () => {
  const ids = ({ headers }: { headers: Headers }) =>
    ['x-request-id', 'request-id', 'x-trace-id'].map(n => headers.get(n))

  it('is one, under each name, on good replies and bad ones', async () => {
    for (const path of ['/v1/models', '/v1/nothing', '/v1/models/absent', '/health/live']) {
      const [first, ...others] = ids(await server.json(path))
      expect(first).toMatch(/^req_[A-Za-z0-9]{24}$/)
      expect(others).toEqual([first, first])
    }
  })

  it.each(['abc', 'A.b_c:d-9', 'x'.repeat(128)])('is the caller’s own when it is sane: %s', async id => {
    expect(ids(await server.json('/v1/models', { headers: { 'x-request-id': id } }))).toEqual([id, id, id])
  })

  it.each(['', 'two words', 'x'.repeat(129), '<b>', 'é', 'a,b'])('is ours when theirs is not: %j', async id => {
    const found = ids(await server.json('/v1/models', { headers: { 'x-request-id': id } }))
    expect(found[0]).toMatch(/^req_[A-Za-z0-9]{24}$/)
  })
})

describe('a failure of ours', () => {
  it('shows nothing from inside', async () => {
    watchStatements(() => {
      throw new Error('secret detail from inside')
    })
    const response = await server.fetch('/v1/files')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual(
      errorBody('internal_error', 'Something went wrong on our side. The request id finds it in the log.'),
    )
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('server')).toBeNull()
    expect([...response.headers.values()].join() + text).not.toMatch(/secret|node_modules|\.ts|at [A-Za-z]+ \(/)
  })
})
