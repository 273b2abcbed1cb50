import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../support/seed.ts'
import { bodyOf, type Dialect, dialects, pathOf } from './dialects.ts'

const moments = ['in the headers', 'in the body', 'with the last byte', 'after the request', 'in the reply'] as const
export type Moment = (typeof moments)[number]

export interface Departure {
  readonly dialect: Dialect
  readonly stream: boolean
  readonly moment: Moment
  readonly text: string
  readonly choices: number
}

export interface Address {
  readonly url: string
  readonly key: string
}

export function randomDeparture(random: Random, number: number): Departure {
  return {
    dialect: dialects[random(dialects.length)] ?? 'chat',
    stream: random(4) > 0,
    moment: moments[random(moments.length)] ?? 'in the body',
    text: `${number} ${'word '.repeat(random(20))}`,
    choices: 1 + random(3),
  }
}

/** Asks, and hangs up at the moment that was drawn. Resolves once the socket is closed, with the time of hanging up. */
export async function leave({ url, key }: Address, departure: Departure, random: Random): Promise<bigint> {
  const { dialect, stream, moment, text, choices } = departure
  const { hostname, port, host } = new URL(url)
  const body = JSON.stringify(bodyOf(dialect, { model: 'endless', text, stream, choices }))
  const head = `POST ${pathOf[dialect]} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`

  const socket = connect(Number(port), hostname)
  const closed = new Promise<void>(resolve => socket.on('error', () => undefined).once('close', () => resolve()))
  let leftAt = 0n
  const hangUp = () => {
    leftAt = process.hrtime.bigint()
    // A machine that is switched off says nothing; a program that is stopped resets; most say goodbye.
    if (random(3) === 0) socket.resetAndDestroy()
    else socket.destroy()
  }
  await new Promise(resolve => socket.once('connect', resolve))
  switch (moment) {
    case 'in the headers':
      socket.write(head.slice(0, 1 + random(head.length - 1)), hangUp)
      break
    case 'in the body':
      socket.write(head + body.slice(0, random(body.length)), hangUp)
      break
    case 'with the last byte':
      socket.write(head + body, hangUp)
      break
    case 'after the request':
      socket.write(head + body)
      await sleep(random(25))
      hangUp()
      break
    case 'in the reply': {
      socket.write(head + body)
      // Nothing comes of an endless answer in one piece.
      const giveUp = setTimeout(hangUp, stream ? 5000 : random(25))
      let left = 1 + random(4000)
      socket.on('data', chunk => {
        left -= chunk.length
        if (left > 0 || socket.destroyed) return
        hangUp()
      })
      await closed
      clearTimeout(giveUp)
    }
  }
  await closed
  return leftAt
}
