import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from '../../src/config/config.ts'
import { buildPlatform, type Platform } from '../../src/platform.ts'
import { createTestDatabase } from './database.ts'

export interface TestServer extends AsyncDisposable {
  readonly url: string
  /** An admin key of the default project. */
  readonly key: string
  readonly folder: string
  readonly platform: Platform
  /** A key of a project of its own. */
  otherProject(name?: string): Promise<string>
  fetch(path: string, options?: RequestInit & { key?: string | null }): Promise<Response>
  json<T = Record<string, never>>(
    path: string,
    options?: Omit<RequestInit, 'body'> & { key?: string | null; body?: unknown },
  ): Promise<{ status: number; headers: Headers; body: T }>
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** Kept when given; else temporary. */
  readonly folder?: string
  readonly environment?: Record<string, string>
  /** The text of a medley.yaml. */
  readonly config?: string
}

export const adminKey = 'mk-test-admin-key-0123456789'

/** The whole server on a free port, on SQLite or, when MEDLEY_TEST_DATABASE names a Postgres, on a fresh database there. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { folder: given, environment = {}, config: text } = options
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'medley-test-')))
  if (text !== undefined) await writeFile(join(folder, 'medley.yaml'), text)
  const database = await createTestDatabase(folder)
  const config = loadConfig(
    {
      PORT: '0',
      MEDLEY_DATA: folder,
      MEDLEY_API_KEY: adminKey,
      LOG_LEVEL: 'silent',
      MEDLEY_PULL: 'never',
      ...environment,
    },
    folder,
  )
  const platform = await buildPlatform({ ...config, ...(database && { database }) }, pino({ level: 'silent' }))
  const url = await platform.app.listen({ host: '127.0.0.1', port: 0 })

  const send: TestServer['fetch'] = (path, { key = adminKey, ...options } = {}) => {
    const headers = new Headers(options.headers)
    if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`)
    return fetch(url + path, { ...options, headers })
  }
  const stop = async () => {
    await platform.close()
    if (given === undefined) await rm(folder, { recursive: true, force: true })
  }
  return {
    url,
    key: adminKey,
    folder,
    platform,
    async otherProject(name = `project-${Math.random()}`) {
      return (await platform.keys.create({ name: 'test', project: name })).secret
    },
    fetch: send,
    async json<T>(
      path: string,
      { body, ...options }: Omit<RequestInit, 'body'> & { key?: string | null; body?: unknown } = {},
    ) {
      const response = await send(path, {
        ...options,
        ...(body !== undefined && {
          method: options.method ?? 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...(options.headers as Record<string, string>) },
        }),
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as T }
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
