import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import reference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

// The process that asks the package for the script it would serve, writes it out compressed, and ends.

const app = Fastify()
await app.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } })
const { rawPayload } = await app.inject('/js/scalar.js')
await pipeline([rawPayload], createGzip({ level: 9 }), process.stdout)
