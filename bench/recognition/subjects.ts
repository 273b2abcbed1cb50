import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RecognitionRequest } from '../../src/core/recognition.ts'
import { createRecogniserEngine } from '../../src/engines/recogniser/recogniser-engine.ts'
import { weightsHere } from '../../test/support/recognition/weights-here.ts'

export interface Subject {
  recognise(samples: Float32Array, language: string): Promise<string>
  /** The process that does the work, where it is another one. */
  readonly pid?: number
  close(): Promise<void>
}

const threads = 2

/** By name; each runs in a process of its own, so that its memory and its time are its own. */
export const subjects: Readonly<Record<string, (weights: string) => Promise<Subject>>> = {
  'medley, live': weights => medley(weights, 'live'),
  'medley, usual': weights => medley(weights, 'usual'),
  'medley, best': weights => medley(weights, 'best'),
  'whisper.cpp, whisper-base': () => inPython('hear-whisper-cpp.py', process.env.GGML_MODEL),
  'vosk, small': () => inPython('hear-vosk.py', process.env.VOSK_MODEL),
}

async function medley(weights: string, effort: RecognitionRequest['effort']): Promise<Subject> {
  const engine = createRecogniserEngine({ threads }, weightsHere(weights))
  const { signal } = new AbortController()
  return {
    async recognise(samples, language) {
      const heard = await engine.recognition?.recognise({ model: 'x', samples, language, hotwords: [], effort }, signal)
      return heard?.text ?? ''
    },
    close: () => engine.close(),
  }
}

/** A peer with bindings for Python: samples go in as 32-bit numbers behind a line that tells of them, a line of text comes back. */
async function inPython(script: string, model = ''): Promise<Subject> {
  const program = join(import.meta.dirname, 'peers', script)
  const child = spawn(process.env.PEER_PYTHON ?? 'python3', [program, model, String(threads)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${script} ended; it needs its package and the path of its model`)
    return JSON.parse(value) as string
  }
  await answer()
  return {
    ...(child.pid !== undefined && { pid: child.pid }),
    async recognise(samples, language) {
      child.stdin.write(`${JSON.stringify({ language, samples: samples.length })}\n`)
      child.stdin.write(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength))
      return answer()
    },
    async close() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

/** Processor seconds and resident megabytes of a process, as Linux counts them. */
export async function useOf(pid: number): Promise<{ cpu: number; memory: number }> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const fields = rest.split(' ')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const memory = (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, memory }
}
