import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Description, operationsOf } from './malformed/operations.ts'
import { checkReply } from './malformed/reply-check.ts'
import { badRequests } from './malformed/requests.ts'
import { send } from './malformed/send.ts'
import { seedFor } from './support/seed.ts'
import { startServer, type TestServer } from './support/server.ts'

const seed = seedFor('malformed requests')
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it('refuses 2,000 malformed requests by the contract, and still serves', async () => {
  const operations = operationsOf((await server.json<Description>('/openapi.json')).body)
  expect(operations.length).toBeGreaterThan(10)

  await fc.assert(
    fc.asyncProperty(badRequests(operations, server.key), async request => {
      const reply = await send(server.url, request)
      checkReply(request, reply)
      // What a change has left valid does not count among the 2,000.
      fc.pre(reply.status >= 400)
    }),
    { seed, numRuns: 2_000, endOnFailure: true },
  )

  expect((await server.fetch('/health/ready')).status).toBe(200)
  expect(await server.json('/v1/models')).toMatchObject({ status: 200, body: { object: 'list' } })
  expect(await server.json('/v1/admin/keys', { body: { name: 'after all that' } })).toMatchObject({
    status: 200,
    body: { name: 'after all that' },
  })
}, 60_000)
