import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase } from './database.ts'

export const program = join(import.meta.dirname, '../../bin/medley.js')

export interface Finished {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs `medley …` as a process of its own, on this data folder. */
export async function medley(
  folder: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Finished> {
  const options = { cwd: folder, env: { ...(await environmentOf(folder)), ...environment } }
  return new Promise(resolve => {
    const child = execFile(process.execPath, [program, ...words], options, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    )
  })
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
  /** What it has written so far. */
  output(): string
  /** Its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The real process, ready to serve. */
export async function serve(folder: string, environment: Record<string, string> = {}): Promise<RunningServer> {
  const env = { ...(await environmentOf(folder)), PORT: '0', LOG_LEVEL: 'silent', ...environment }
  const child = spawn(process.execPath, [program, 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /listens on (\S+)\n/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(code => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { url, child, output: () => output, stop, [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')) }
}

async function environmentOf(folder: string): Promise<Record<string, string>> {
  const { PATH = '' } = process.env
  const database = await createTestDatabase(folder)
  // Nothing is fetched by a test that does not say so.
  const own = { PATH, MEDLEY_DATA: folder, MEDLEY_PULL: 'never' }
  if (database?.kind !== 'postgres') return own
  const file = join(folder, 'postgres.yaml')
  await writeFile(file, `database: ${database.url}\n`)
  return { ...own, MEDLEY_CONFIG: file }
}
