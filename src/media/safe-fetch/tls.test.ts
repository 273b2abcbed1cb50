import { generateKeyPairSync, sign } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { createSafeFetch } from './safe-fetch.ts'

const limits = { maxBytes: 1000, timeoutMs: 5000 }
const authorities = getCACertificates('default')
const closers: (() => unknown)[] = []

afterEach(async () => {
  setDefaultCACertificates(authorities)
  for (const close of closers.splice(0).reverse()) await close()
})

/** One ASN.1 value: its tag, its length, its parts. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/** A certificate for one name that is its own authority, so that the tests need no key in the repository. */
function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const identifier = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
  const ed25519 = der(0x30, identifier(0x2b, 0x65, 0x70))
  const subject = der(0x30, der(0x31, der(0x30, identifier(0x55, 4, 3), der(0x0c, Buffer.from('test')))))
  const time = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`))
  const names = der(0x30, der(0x82, Buffer.from(name)))
  const authority = der(0x30, der(0x01, Buffer.from([255])))
  const extensions = der(
    0x30,
    der(0x30, identifier(0x55, 0x1d, 0x11), der(0x04, names)),
    der(0x30, identifier(0x55, 0x1d, 0x13), der(0x04, authority)),
  )
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ed25519,
    subject,
    der(0x30, time(2020), time(2120)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey))
  const cert = der(0x30, body, ed25519, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----`,
  }
}

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
