import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/medley.js', import.meta.url))

export interface ServeProcess {
  readonly url: string
  readonly pid: number
  /** As when the power goes. What it had started must end on its own. */
  kill(): Promise<void>
  /** As an operator does; answers with the exit code. */
  stop(): Promise<number | null>
}

/** `medley serve` as a process of its own, ready to serve. */
export async function startServing(
  folder: string,
  port: number,
  key: string,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServeProcess> {
  const child = spawn(process.execPath, [...nodeOptions, program, 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      MEDLEY_DATA: folder,
      MEDLEY_API_KEY: key,
      LOG_LEVEL: 'error',
      MEDLEY_PULL: 'never',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    async kill() {
      const started = await descendantsOf(pid)
      child.kill('SIGKILL')
      await exited
      await untilGone(started)
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}

export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const reply = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(10)
  }
  throw new Error(`the server ended with ${child.exitCode ?? child.signalCode} before it was ready`)
}

/** Children, their children and so on, from Linux's process table. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.split(' ').filter(Boolean).map(Number)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

export async function untilGone(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + 10_000
  while (pids.some(isRunning)) {
    if (Date.now() > deadline) throw new Error(`still running after their server was killed: ${pids.filter(isRunning)}`)
    await sleep(20)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}
