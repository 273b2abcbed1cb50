import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { createSafeFetch } from './safe-fetch.ts'

const limits = { maxBytes: 1000, timeoutMs: 5000 }
const authorities = getCACertificates('default')
const closers: (() => unknown)[] = []

afterEach(async () => {
  setDefaultCACertificates(authorities)
  for (const close of closers.splice(0).reverse()) await close()
})

async function serveTls(name: string, listener: RequestListener) {
  const certificate = selfSigned(name)
  const server = createServer(certificate, listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise(resolve => server.close(resolve)))
  const safe = createSafeFetch({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] })
  closers.push(safe.close)
  return { port: (server.address() as AddressInfo).port, cert: certificate.cert, fetch: safe.fetch }
}

it('asks the checked address for the name of the URL, and verifies its certificate', async () => {
  const { port, cert, fetch } = await serveTls('secure.example', (request, response) =>
    response.end(JSON.stringify({ servername: (request.socket as TLSSocket).servername, host: request.headers.host })),
  )
  await expect(fetch(`https://secure.example:${port}/`, limits)).rejects.toMatchObject({ reason: 'network' })

  setDefaultCACertificates([cert])
  const { body } = await fetch(`https://secure.example:${port}/`, limits)
  expect(JSON.parse(await text(body))).toEqual({ servername: 'secure.example', host: `secure.example:${port}` })
  await expect(fetch(`https://other.example:${port}/`, limits)).rejects.toMatchObject({ reason: 'network' })
})

it('does not follow a redirect from https to http', async () => {
  const { port, cert, fetch } = await serveTls('secure.example', (_request, response) =>
    response.writeHead(302, { location: 'http://secure.example/' }).end(),
  )
  setDefaultCACertificates([cert])
  await expect(fetch(`https://secure.example:${port}/`, limits)).rejects.toMatchObject({ reason: 'scheme' })
})
