import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../src/store/database.ts'

const address = process.env.MEDLEY_TEST_DATABASE

describe.skipIf(address === undefined)('a PostgreSQL that goes away', () => {
  const sockets = new Set<Socket>()
  let away = false
  let attempts = 0
  let between: Server
  let database: Database

  beforeAll(async () => {
    const real = new URL(address ?? '')
    between = createServer(socket => {
      attempts++
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      if (away) return void socket.destroy()
      const onward = connect(Number(real.port), real.hostname)
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.on('close', () => onward.destroy())
      socket.pipe(onward).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    const url = new URL(real)
    url.port = String((between.address() as AddressInfo).port)
    database = await openDatabase({ kind: 'postgres', url: url.href })
  })
  afterAll(async () => {
    await database.close()
    between.close()
  })

  it('is not stormed with attempts, and makes up for what was missed', async () => {
    let changes = 0
    database.onKeyChange(() => changes++)
    away = true
    attempts = 0
    for (const socket of sockets) socket.destroy()
    await expect(database.ping()).rejects.toThrow()
    // About one a second; a fault here once doubled them each second.
    await expect.poll(() => attempts, { timeout: 6000 }).toBeGreaterThanOrEqual(4)
    expect(attempts).toBeLessThanOrEqual(5)
    away = false
    await expect.poll(() => changes, { timeout: 3000 }).toBe(1)
    await database.ping()
    await database.announceKeyChange()
    await expect.poll(() => changes).toBe(3)
  })
})
