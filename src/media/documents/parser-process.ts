import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DocumentError } from './document-error.ts'
import type { ExtractLimits } from './limits.ts'
import type { ParserAnswer, ParserJob } from './parser.ts'

const program = fileURLToPath(new URL('./parser.ts', import.meta.url))
const MEMORY_CHECK_MS = 50

/**
 * A process of its own that parses documents. A thread would be lighter, but running out of memory in a thread can end
 * the whole server (a growing Map does it), and buffers are outside of a thread's memory limit.
 */
export class ParserProcess {
  readonly #child: ChildProcess
  readonly #limits: ExtractLimits
  #ended = false
  #residentMb = 0

  constructor(limits: ExtractLimits) {
    this.#limits = limits
    this.#child = fork(program, {
      // A parser reads: it can't write files, start programs or load native code, and knows no secrets of the server.
      execArgv: [`--max-old-space-size=${Math.ceil(limits.memoryMb * 0.75)}`, '--permission', '--allow-fs-read=*'],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('exit', () => {
      this.#ended = true
    })
    this.#child.on('error', () => this.#kill())
    this.#hold(false)
  }

  /** Whether it can take another document: not after a failure, nor with the remains of a large one in memory. */
  get isUsable(): boolean {
    return !this.#ended && this.#residentMb < this.#limits.memoryMb / 2
  }

  async parse(file: { path: string; filename: string }, signal?: AbortSignal): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const { seconds, memoryMb } = this.#limits
    let ended = false
    const fail = (error: unknown) => {
      if (ended) return
      this.#kill()
      reject(error)
    }
    const onMessage = (answer: ParserAnswer) => {
      if (answer.type === 'text') resolve(answer.text)
      else if (answer.type === 'refused') reject(new DocumentError(answer.message, answer.fault))
      else reject(new Error(`Could not read the file to parse: ${answer.message}`))
    }
    const onExit = (_code: number | null, stopped: string | null) =>
      fail(
        stopped === 'SIGABRT'
          ? tooMuchMemory(memoryMb)
          : new DocumentError('The document cannot be read: parsing it failed.'),
      )
    const onError = (cause: unknown) => fail(new Error('The process that parses documents failed.', { cause }))
    const onAbort = () => fail(signal?.reason)
    const clock = setTimeout(() => fail(tooLong(seconds)), seconds * 1000)
    const scales = setInterval(async () => {
      await this.#weigh()
      if (this.#residentMb > memoryMb) fail(tooMuchMemory(memoryMb))
    }, MEMORY_CHECK_MS)

    this.#hold(true)
    this.#child.on('message', onMessage)
    this.#child.on('exit', onExit)
    this.#child.on('error', onError)
    signal?.addEventListener('abort', onAbort)
    try {
      signal?.throwIfAborted()
      this.#child.send({ ...file, limits: this.#limits } satisfies ParserJob)
      return await promise
    } finally {
      // A weighing may still be under way; what it finds belongs to the next document.
      ended = true
      clearTimeout(clock)
      clearInterval(scales)
      signal?.removeEventListener('abort', onAbort)
      this.#child.off('message', onMessage)
      this.#child.off('exit', onExit)
      this.#child.off('error', onError)
      this.#hold(false)
    }
  }

  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#hold(true)
    this.#kill()
    await exited
  }

  #kill(): void {
    this.#ended = true
    this.#child.kill('SIGKILL')
  }

  /** A parser at work keeps the program running; an idle one does not. */
  #hold(hold: boolean): void {
    const verb = hold ? 'ref' : 'unref'
    this.#child[verb]()
    this.#child.channel?.[verb]()
  }

  async #weigh(): Promise<void> {
    // Elsewhere than on Linux only the heap is bounded, by the process itself.
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '')
    this.#residentMb = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  }
}

function tooLong(seconds: number): DocumentError {
  return new DocumentError(`Parsing the document took longer than ${seconds} seconds, the most allowed.`, 'limit')
}

function tooMuchMemory(memoryMb: number): DocumentError {
  return new DocumentError(`Parsing the document needs more than ${memoryMb} MB of memory, the most allowed.`, 'limit')
}
