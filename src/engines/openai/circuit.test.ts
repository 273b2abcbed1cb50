import { describe, expect, it } from 'vitest'
import { Circuit } from './circuit.ts'

function open() {
  const clock = { now: 1000 }
  const circuit = new Circuit(() => clock.now)
  const fail = (times: number) => {
    for (let count = 0; count < times; count++) {
      circuit.enter()
      circuit.fail()
    }
  }
  return { clock, circuit, fail }
}

describe('a circuit', () => {
  it('opens after five failures in a row', () => {
    const { circuit, fail } = open()
    fail(4)
    circuit.succeed()
    fail(4)
    expect(circuit.allows()).toBe(true)
    fail(1)
    expect(circuit.allows()).toBe(false)
    expect(circuit.waitMs).toBe(1000)
  })

  it('lets one request try when the rest is over, and closes when that succeeds', () => {
    const { clock, circuit, fail } = open()
    fail(5)
    clock.now += 1000
    expect(circuit.allows()).toBe(true)
    circuit.enter()
    expect(circuit.allows()).toBe(false)
    circuit.answer()
    expect(circuit.allows()).toBe(true)
    fail(4)
    expect(circuit.allows()).toBe(true)
  })

  it('rests twice as long when that fails, up to half a minute', () => {
    const { clock, circuit, fail } = open()
    fail(5)
    for (const rest of [2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      clock.now += circuit.waitMs
      fail(1)
      expect(circuit.waitMs).toBe(rest)
    }
  })

  it('lets another try when the one that tried left', () => {
    const { clock, circuit, fail } = open()
    fail(5)
    clock.now += 1000
    circuit.enter()
    circuit.leave()
    expect(circuit.allows()).toBe(true)
  })

  it('is not opened further by requests that were under way', () => {
    const { circuit, fail } = open()
    fail(5)
    circuit.fail()
    expect(circuit.waitMs).toBe(1000)
  })

  it('is trusted when there is reason to, until the next failure', () => {
    const { circuit, fail } = open()
    circuit.trust()
    fail(5)
    circuit.trust()
    circuit.enter()
    expect(circuit.allows()).toBe(true)
    fail(1)
    expect(circuit.allows()).toBe(false)
  })
})
