import type { SessionClock } from '../../../src/services/recognition-session/session-parts.ts'

/** Time that passes only when a test says so. */
export class VirtualClock implements SessionClock {
  now = 0
  readonly #alarms = new Map<object, { readonly at: number; readonly callback: () => void }>()

  after(ms: number, callback: () => void): () => void {
    const key = {}
    this.#alarms.set(key, { at: this.now + ms, callback })
    return () => void this.#alarms.delete(key)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.after(ms, () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      })
      const leave = () => {
        stop()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  async advance(ms: number): Promise<void> {
    const end = this.now + ms
    await settle()
    for (;;) {
      const [key, next] = [...this.#alarms].sort(([, a], [, b]) => a.at - b.at)[0] ?? []
      if (!key || !next || next.at > end) break
      this.now = next.at
      this.#alarms.delete(key)
      next.callback()
      await settle()
    }
    this.now = end
  }

  get waiting(): number {
    return this.#alarms.size
  }
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise(resolve => setImmediate(resolve))
}
