import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../support/seed.ts'
import type { SampleFile } from './sample-files.ts'

export interface ListedFile {
  readonly id: string
  readonly status: string
  readonly status_details?: string
}

/** Undefined: the connection broke before an answer, so nothing was promised. */
type Answer<T> = Promise<T | undefined>

export interface Caller {
  upload(file: SampleFile, random: Random): Answer<{ id: string }>
  delete(id: string): Answer<{ deleted: true }>
  createKey(name: string): Answer<{ secret: string }>
  list(): Promise<ListedFile[]>
  text(id: string): Promise<string>
}

export function callerOf(url: string, key: string): Caller {
  const headers = { authorization: `Bearer ${key}` }

  async function ask<T>(path: string, options: RequestInit = {}): Answer<T> {
    let status: number
    let body: string
    try {
      const reply = await fetch(url + path, { ...options, headers: { ...headers, ...options.headers } })
      status = reply.status
      body = await reply.text()
    } catch {
      return undefined
    }
    if (status !== 200) throw new Error(`${options.method ?? 'GET'} ${path} answered ${status}: ${body}`)
    return JSON.parse(body)
  }

  return {
    async upload({ purpose, filename, bytes }, random) {
      const form = new FormData()
      form.set('purpose', purpose)
      form.set('file', new File([new Uint8Array(bytes)], filename))
      const whole = new Response(form)
      const type = whole.headers.get('content-type') ?? ''
      const body = dribbled(new Uint8Array(await whole.arrayBuffer()), random)
      return ask('/v1/files', { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' })
    },
    delete: id => ask(`/v1/files/${id}`, { method: 'DELETE' }),
    createKey: name =>
      ask('/v1/admin/keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    async list() {
      const files = await ask<{ data: ListedFile[] }>('/v1/files')
      if (!files) throw new Error('the server did not answer')
      return files.data
    },
    async text(id) {
      const reply = await fetch(`${url}/v1/files/${id}/content`, { headers })
      if (reply.status !== 200) throw new Error(`no content of ${id}: ${await reply.text()}`)
      return reply.text()
    },
  }
}

/** With pauses at times, so that a kill also meets bodies that are half there. */
async function* dribbled(bytes: Uint8Array, random: Random): AsyncGenerator<Uint8Array> {
  const pauseMs = random(2) === 0 ? 0 : random(30)
  for (let at = 0; at < bytes.length; at += 128 * 1024) {
    if (pauseMs > 0) await sleep(pauseMs)
    yield bytes.subarray(at, at + 128 * 1024)
  }
}
