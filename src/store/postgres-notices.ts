import type { Client } from 'pg'

const reconnectMs = 1000

/**
 * Calls back on every notice of a channel, and once whenever a lost connection is back: what came meanwhile was missed.
 * Returns how to stop.
 */
export async function followNotices(
  channel: string,
  newClient: () => Client,
  onNotice: () => void,
): Promise<() => Promise<void>> {
  let current: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function connect(): Promise<void> {
    const client = newClient()
    client.on('notification', onNotice)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      leave(client)
      throw error
    }
    if (stopped) return leave(client)
    // Only now: a client that never connected ends too, and each loss must bring one new attempt, not two.
    client.once('end', connectLater)
    current = client
  }

  function connectLater(): void {
    if (stopped) return
    retry = setTimeout(() => connect().then(onNotice, connectLater), reconnectMs).unref()
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await current?.end()
  }
}

function leave(client: Client): void {
  client.end().catch(() => undefined)
}
