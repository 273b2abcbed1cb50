import { describe, expect, it } from 'vitest'
import { errorOf, readRefusal } from './refusal.ts'
import { refusedField } from './refused-field.ts'

const key = 'k-0123456789'
const refuse = (status: number, body: unknown, retryAfter?: string) =>
  errorOf(readRefusal(status, typeof body === 'string' ? body : JSON.stringify(body), retryAfter), 'svc', key)

describe('a refusal', () => {
  it.each([
    [400, 'request_params_invalid'],
    [401, 'service_unavailable'],
    [402, 'service_unavailable'],
    [403, 'service_unavailable'],
    [404, 'service_unavailable'],
    [405, 'service_unavailable'],
    [408, 'upstream_timeout'],
    [413, 'request_too_large'],
    [422, 'request_params_invalid'],
    [429, 'rate_limited'],
    [500, 'service_unavailable'],
    [502, 'service_unavailable'],
    [503, 'service_unavailable'],
    [504, 'upstream_timeout'],
    [301, 'service_unavailable'],
  ])('%i is %s', (status, code) => {
    const error = refuse(status, { error: { message: 'secret inner matters' } })
    expect(error.code).toBe(code)
    expect(error.message.includes('inner matters')).toBe(status === 400 || status === 422)
    if (status !== 400 && status !== 422) expect(error.message).toContain('"svc"')
  })

  it.each([
    [
      'OpenAI',
      { error: { message: 'bad', type: 'invalid_request_error', param: 'messages[0].role', code: null } },
      'messages[0].role',
    ],
    ['old vLLM', { object: 'error', message: 'bad', type: 'BadRequestError', param: null, code: 400 }, undefined],
    ['Ollama', { error: 'bad' }, undefined],
    ['plain text', 'bad', undefined],
  ])('is read from %s', (_, body, param) => {
    expect(refuse(400, body)).toMatchObject({ message: 'bad', param })
  })

  it('is read from FastAPI', () => {
    const detail = [{ type: 'missing', loc: ['body', 'messages', 0, 'role'], msg: 'Field required' }]
    expect(refuse(422, { detail })).toMatchObject({
      message: 'messages.0.role Field required',
      param: 'messages.0.role',
    })
    expect(refuse(422, { object: 'error', message: { detail } })).toMatchObject({ param: 'messages.0.role' })
  })

  it('shows no key, no page and no end of text', () => {
    expect(refuse(400, `Incorrect key ${key} and sk-abcdefghijkl; Bearer abcdefgh.ijkl`).message).toBe(
      'Incorrect key *** and ***; ***',
    )
    expect(refuse(400, '<html>nginx</html>').message).toBe('The server behind "svc" refused the request.')
    expect(refuse(400, `a\n\n b${'c'.repeat(9000)}`).message).toMatch(/^a bc{496}…$/)
  })

  it('says when to come back', () => {
    expect(refuse(429, '{}', '7').retryAfter).toBe(7)
    expect(refuse(503, '{}', '1.2').retryAfter).toBe(2)
    expect(refuse(429, '{}', new Date(Date.now() + 30_000).toUTCString()).retryAfter).toBeGreaterThan(25)
    expect(refuse(429, '{}', '99999999').retryAfter).toBe(3600)
    expect(refuse(429, '{}', 'soon').retryAfter).toBeUndefined()
  })

  it('tells a filter from a mistake', () => {
    expect(refuse(400, { error: { message: 'filtered', code: 'content_filter' } }).code).toBe('censorship_blocked')
  })
})

describe('a field that a server can not take', () => {
  const sent = JSON.stringify({
    ...{ top_k: 1, temperature: 2, reasoning_effort: 'low', max_tokens: 5, seed: 1, parallel_tool_calls: true },
    stream_options: { include_usage: true, continuous_usage_stats: true },
  })
  const find = (body: unknown, status = 400) =>
    refusedField(readRefusal(status, typeof body === 'string' ? body : JSON.stringify(body), undefined), sent)

  it.each([
    ['top_k', { error: { message: 'Unrecognized request argument supplied: top_k' } }],
    ['top_k', { error: { message: "Unknown parameter: 'top_k'.", param: 'top_k', code: 'unknown_parameter' } }],
    ['top_k', { error: { message: "property 'top_k' is unsupported" } }],
    ['seed', { error: { message: "Additional properties are not allowed ('seed' was unexpected)" } }],
    ['parallel_tool_calls', { error: { message: 'this model does not support parallel_tool_calls' } }],
    ['reasoning_effort', { error: { message: '`reasoning_effort` is not supported with this model' } }],
    ['reasoning_effort', { error: { message: '"llama3" does not support thinking' } }],
    ['continuous_usage_stats', { error: { message: "Unknown parameter: 'stream_options.continuous_usage_stats'." } }],
    ['stream_options', { error: { message: 'stream_options: not here' } }],
    ['max_tokens', { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } }],
  ])('%s: %j', (field, body) => {
    expect(find(body)).toEqual({ field, always: true })
  })

  it('is found in the shape of FastAPI', () => {
    const detail = [{ type: 'extra_forbidden', loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted' }]
    expect(find({ detail }, 422)?.field).toBe('top_k')
    expect(
      find("[{'type': 'extra_forbidden', 'loc': ('body', 'top_k'), 'msg': 'Extra inputs are not permitted'}]")?.field,
    ).toBe('top_k')
  })

  it('may be refused for its value alone', () => {
    const message = "Unsupported value: 'temperature' does not support 2 with this model."
    expect(find({ error: { message, param: 'temperature', code: 'unsupported_value' } })).toEqual({
      field: 'temperature',
      always: false,
    })
  })

  it.each([
    [{ error: { message: 'temperature must be at most 1' } }, 400],
    [{ error: { message: 'Unknown parameter: frequency_penalty' } }, 400],
    [{ error: { message: 'top_k is unsupported' } }, 500],
    [{ error: { message: 'unknown model' } }, 400],
    [{ error: { message: 'the model does not support tools' } }, 400],
  ])('is not meant by %j (%i)', (body, status) => {
    expect(find(body, status)).toBeUndefined()
  })
})
