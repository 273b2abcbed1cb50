import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface UpstreamState {
  readonly inFlight: number
  /** Requests that it has ever had. */
  readonly begun: number
  readonly connections: number
  /** What it has said, as far as it was read. */
  readonly floodedBytes: number
}

export interface UpstreamProcess extends AsyncDisposable {
  readonly url: string
  state(): Promise<UpstreamState>
  /** When the request with this text was closed, in nanoseconds of the machine's clock; waits until it is. */
  closedAt(text: string): Promise<bigint>
}

export async function startUpstream(): Promise<UpstreamProcess> {
  const child = fork(fileURLToPath(new URL('upstream.ts', import.meta.url)), { execArgv: [] })
  const [port] = await once(child, 'message')
  const url = `http://127.0.0.1:${port}`
  // A connection that is kept would be counted by the next question.
  const ask = async (path: string) => (await fetch(url + path, { headers: { connection: 'close' } })).text()
  return {
    url,
    state: async () => JSON.parse(await ask('/state')) as UpstreamState,
    closedAt: async text => BigInt(await ask(`/closed?text=${encodeURIComponent(text)}`)),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
