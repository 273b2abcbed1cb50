import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom, seedFor } from '../support/seed.ts'
import { freePort, type ServeProcess, startServing } from '../support/serve-process.ts'
import { bodyOf, dialects, lastWords, pathOf } from './generation/dialects.ts'
import { type Departure, leave, randomDeparture } from './generation/disconnects.ts'
import { type Memory, measureMemory } from './generation/live-heap.ts'
import { startUpstream, type UpstreamProcess } from './generation/start-upstream.ts'

const streams = Number(process.env.MEDLEY_TEST_STREAMS ?? 100_000)
const warmUp = 10_000
const departures = 10_000
const singles = 200
const atOnce = 64
const megabyte = 1024 * 1024
const key = 'mk-test-load-key-0123456789'

let folder: string
let upstream: UpstreamProcess
let server: ServeProcess
let inspectPort: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-load-'))
  upstream = await startUpstream()
  const models = ['short', 'endless', 'flood'].map(
    id => `  ${id}: { engine: openai, url: "${upstream.url}/v1", health: false }`,
  )
  await writeFile(join(folder, 'medley.yaml'), `models:\n${models.join('\n')}\n`)
  inspectPort = await freePort()
  // Its address goes nowhere but to who asks for it: the server's own output stays clean.
  const inspect = [`--inspect=127.0.0.1:${inspectPort}`, '--inspect-publish-uid=http']
  server = await startServing(folder, await freePort(), key, inspect)
})
afterAll(async () => {
  await server?.stop()
  await upstream?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** So many things done, some at a time. */
async function many(total: number, job: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < total) await job(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1])
}

describe('a server under load', () => {
  it('takes no more memory for many streams than for some', { timeout: 600_000 }, async () => {
    const pool = new Pool(server.url, { connections: atOnce })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const requests = dialects.map(dialect => ({
      path: pathOf[dialect],
      body: JSON.stringify(bodyOf(dialect, { model: 'short', text: 'Count to five.', stream: true })),
      end: lastWords[dialect],
    }))
    const stream = async (number: number) => {
      const { path, body, end } = requests[number % requests.length] ?? { path: '', body: '', end: '' }
      const reply = await pool.request({ method: 'POST', path, headers, body })
      const text = await reply.body.text()
      if (reply.statusCode !== 200 || !text.includes('five.') || !text.includes(end)) throw new Error(text)
    }
    const measure = async (): Promise<Memory> => {
      // Connections, timers and what was written in batches come to rest.
      await sleep(2000)
      return measureMemory(inspectPort)
    }

    await many(warmUp, stream)
    const before = await measure()
    const from = performance.now()
    const perRound = Math.ceil((streams - warmUp) / 3)
    const rounds: Memory[] = []
    for (let round = 0; round < 3; round++) {
      await many(perRound, stream)
      rounds.push(await measure())
    }
    const seconds = (performance.now() - from) / 1000 - 6
    await pool.close()
    const show = ({ heapBytes, residentBytes }: Memory) =>
      `${(heapBytes / megabyte).toFixed(2)}/${(residentBytes / megabyte).toFixed(0)}`
    process.stdout.write(
      `${streams} streams, ${((streams - warmUp) / seconds).toFixed(0)} a second; live heap/resident MB: ${[before, ...rounds].map(show).join(' → ')}\n`,
    )
    const [early = before, , late = before] = rounds
    expect(late.heapBytes - before.heapBytes).toBeLessThan(4 * megabyte)
    // The collector takes room until it has its share; from then on there is no more to take.
    expect(late.residentBytes - before.residentBytes).toBeLessThan(40 * megabyte)
    expect(late.residentBytes / early.residentBytes).toBeLessThan(1.15)
    expect(await metric('medley_open_streams')).toBe(0)
    expect((await upstream.state()).inFlight).toBe(0)
  })

  it('keeps nothing open upstream after callers who left at any moment', { timeout: 120_000 }, async () => {
    const random = randomFrom(seedFor('departures'))
    const begunBefore = (await upstream.state()).begun
    const from = performance.now()
    await many(departures, async number => {
      await leave({ url: server.url, key }, randomDeparture(random, number), random)
    })
    const seconds = (performance.now() - from) / 1000
    const quiet = async () => ({
      inFlight: (await upstream.state()).inFlight,
      openStreams: await metric('medley_open_streams'),
    })
    await expect.poll(quiet, { timeout: 2000, interval: 50 }).toEqual({ inFlight: 0, openStreams: 0 })
    const state = await upstream.state()
    process.stdout.write(
      `${departures} callers left in ${seconds.toFixed(1)} s; ${state.begun - begunBefore} requests reached the upstream; ${state.connections} connections are kept\n`,
    )
    // What is kept is for requests to come, and no more than were once needed at a time.
    expect(state.connections).toBeLessThanOrEqual(4 * atOnce)
    // Enough of them got far enough to leave something behind.
    expect(state.begun - begunBefore).toBeGreaterThan(departures / 4)
    const reply = await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    expect(reply.status).toBe(200)
  })

  it('tells the upstream at once that a caller has left', async () => {
    const random = randomFrom(seedFor('single departures'))
    const times: number[] = []
    for (let number = 0; number < singles; number++) {
      const dialect = dialects[number % dialects.length] ?? 'chat'
      const stream = number % 2 === 0
      const departure: Departure = { dialect, stream, moment: 'in the reply', text: `single ${number}`, choices: 1 }
      const leftAt = await leave({ url: server.url, key }, departure, random)
      const closedAt = await upstream.closedAt(departure.text)
      times.push(Number(closedAt - leftAt) / 1e6)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
    process.stdout.write(
      `from a caller's leaving to the upstream's: median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms\n`,
    )
    expect(at(0.99)).toBeLessThanOrEqual(100)
  })

  it.each(dialects)('is not flooded by an upstream whose %s stream nobody reads', async dialect => {
    const body = JSON.stringify(bodyOf(dialect, { model: 'flood', text: 'Go on.', stream: true }))
    const { hostname, port, host } = new URL(server.url)
    const before = (await measureMemory(inspectPort)).heapBytes
    const from = (await upstream.state()).floodedBytes
    const socket = connect(Number(port), hostname).pause()
    socket.write(
      `POST ${pathOf[dialect]} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    // Until nothing moves any more: buffers of the system, here and there, are full.
    let flooded = from
    await expect
      .poll(
        async () => {
          const last = flooded
          flooded = (await upstream.state()).floodedBytes
          return flooded > from && flooded === last
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(true)
    const held = (await measureMemory(inspectPort)).heapBytes - before
    process.stdout.write(
      `${dialect}: nobody reads, and the upstream stops after ${((flooded - from) / megabyte).toFixed(1)} MB; the heap holds ${(held / megabyte).toFixed(1)} MB of it\n`,
    )
    expect(flooded - from).toBeLessThan(32 * megabyte)
    expect(held).toBeLessThan(8 * megabyte)
    socket.destroy()
    await expect.poll(async () => (await upstream.state()).inFlight, { timeout: 2000, interval: 20 }).toBe(0)
    expect(await metric('medley_open_streams')).toBe(0)
  })
})
