import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedFor } from '../support/seed.ts'
import { type Dialect, dialects } from './generation/dialects.ts'
import { type OverUpstream, startOverUpstream } from './generation/over-upstream.ts'
import { type RandomStream, randomStream } from './generation/random-stream.ts'
import type { Seen, SeenAnswer } from './generation/seen.ts'
import { answering } from './generation/upstream-answers.ts'

const cases = 2000

let current: RandomStream
let over: OverUpstream
beforeAll(async () => {
  const fine = answering({ parts: [{ text: 'Fine.' }], finish: 'stop' })
  over = await startOverUpstream({
    random: {
      async reply(request, response) {
        if (request.body.messages?.[0]?.content === 'How are you?') return fine(request, response)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const piece of current.pieces) {
          await new Promise(resolve => response.write(piece, resolve))
          // A turn of the loop, so that packets arrive one by one.
          await new Promise(resolve => setImmediate(resolve))
        }
        if (current.end === 'cut') response.destroy()
        else response.end()
      },
    },
  })
})
afterAll(() => over[Symbol.asyncDispose]())

const ways = dialects.flatMap(dialect => [true, false].map(stream => ({ dialect, stream })))

/** What all dialects show. */
function common(seen: Seen): unknown {
  if ('error' in seen) return { fails: true }
  const { text, calls, reason, usage } = seen.answer
  return { text, calls, reason, usage: { ...usage, reasoning: undefined } }
}

it('any bytes of an upstream mean the same in every dialect, streamed or not', { timeout: 240_000 }, async () => {
  let failed = 0
  await fc.assert(
    fc.asyncProperty(randomStream, async stream => {
      current = stream
      const seen = await Promise.all(
        ways.map(({ dialect, stream }) => over.ask('random', dialect, { text: 'Hello.', stream })),
      )
      const [first, ...others] = seen.map(common)
      for (const other of others) expect(other).toEqual(first)
      if (seen.some(one => 'error' in one)) {
        failed += 1
        await reassure()
      }
      if (stream.says) expectSaid(seen, stream.says)
    }),
    { numRuns: cases, seed: seedFor('random streams') },
  )
  process.stdout.write(`${cases} random streams, ${failed} of them failures everywhere\n`)
  // Neither kind is rare.
  expect(failed).toBeGreaterThan(cases / 10)
  expect(failed).toBeLessThan(cases / 2)
})

/** An upstream that fails again and again is left alone for a while; one answer clears its name. */
async function reassure(): Promise<void> {
  await Promise.all(dialects.map(dialect => over.ask('random', dialect, { text: 'How are you?', stream: false })))
}

function expectSaid(seen: readonly Seen[], says: Omit<SeenAnswer, 'reason'>): void {
  seen.forEach((one, index) => {
    const dialect: Dialect | undefined = ways[index]?.dialect
    const shown = dialect === 'messages' ? { reasoning: undefined, usage: { ...says.usage, reasoning: undefined } } : {}
    expect(one).toMatchObject({ answer: { ...says, ...shown } })
  })
}
