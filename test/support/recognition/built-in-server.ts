import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServing } from '../serve-process.ts'

const key = 'mk-test-built-in-recognition'

/** The whole server as a process of its own, with the networks that lie in MEDLEY_WEIGHTS. */
export async function startBuiltInServer(more: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'medley-hearing-'))
  const environment = { MEDLEY_WEIGHTS: process.env.MEDLEY_WEIGHTS ?? '', ...more }
  const serving = await startServing(folder, await freePort(), key, [], environment)
  const { pid, url } = serving
  return {
    key,
    url,
    pid,
    socketUrl: `${url.replace('http', 'ws')}/v1/realtime/asr/stream`,
    /** Seconds of the processor that it has used. */
    async cpuSeconds(): Promise<number> {
      const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
      const fields = rest.split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    async megabytes(): Promise<{ now: number; most: number }> {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
      return { now: field('VmRSS'), most: field('VmHWM') }
    },
    async transcribe(file: Blob, fields: Readonly<Record<string, string>> = {}): Promise<string> {
      const form = new FormData()
      for (const [name, value] of Object.entries({ model: 'svc-asr', response_format: 'json', ...fields })) {
        form.append(name, value)
      }
      form.append('file', file, 'sound.wav')
      const headers = { authorization: `Bearer ${key}` }
      const answer = await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body: form, headers })
      const body = (await answer.json()) as { text?: string }
      if (body.text === undefined) throw new Error(`${answer.status}: ${JSON.stringify(body)}`)
      return body.text
    },
    async [Symbol.asyncDispose]() {
      await serving.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type BuiltInServer = Awaited<ReturnType<typeof startBuiltInServer>>
