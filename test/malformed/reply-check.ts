import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { WireReply, WireRequest } from './send.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const leaks = [/\n\s*at /, /node_modules/, /\.ts:\d+/, /node:internal/, /file:\/\//, /medley-test-/, /SQLITE|sqlstate/i]

const text = expect.stringMatching(/\S/)
const name = expect.stringMatching(/^[a-z]+(_[a-z]+)*$/)
const musicRefusals = new Set([400, 401, 402, 404, 451])

/** Whatever was sent: an answer of the contract, in the dress of its path, that tells nothing of this machine. */
export function checkReply({ target, refused }: WireRequest, { status, headers, body }: WireReply): void {
  const id = headers['x-request-id']
  expect(id).toMatch(/^[A-Za-z0-9._:-]{1,128}$/)
  expect(headers).toMatchObject({ 'request-id': id, 'x-trace-id': id })
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  if (status < 300) {
    expect(refused, `malformed and yet answered with ${status}`).toBe(false)
    return
  }
  expect(status).toBeGreaterThanOrEqual(400)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body.length, 'an error that echoes what was sent').toBeLessThan(4_000)
  expect(body).not.toContain(checkout)
  for (const leak of leaks) expect(body).not.toMatch(leak)
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/)

  const shown = JSON.parse(body)
  if (/^\/v1\/messages(?![\w-])/.test(target)) {
    // A client library of this dialect reads more of one refusal; the rest is as everywhere.
    const { details = {}, ...error } = shown.error
    expect(details).toBeTypeOf('object')
    expect({ ...shown, error }).toStrictEqual({ type: 'error', error: { type: name, message: text }, request_id: id })
  } else if (/^\/v1\/audio\/music(?![\w-])/.test(target)) {
    expect(shown).toStrictEqual({ error: { message: text, type: name } })
    if (musicRefusals.has(status)) expect(headers['x-should-retry']).toBe('false')
  } else {
    expect(shown).toStrictEqual({
      error: { message: text, type: name, param: expect.toSatisfy(isParam), code: shown.error.type },
    })
    expect(shown.error.type).toMatch(/^[a-z_]+$/)
  }
}

function isParam(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value !== '')
}
