import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createModelProcess } from './model-process.ts'
import type { ChildMessage, LlamaJob, ToChild } from './protocol.ts'

const options = { file: 'm.gguf', slots: 1, threads: 1, gpuLayers: 0 }
const job: LlamaJob = {
  messages: [],
  tools: [],
  calls: 'none',
  severalCalls: false,
  thinkingTokens: 0,
  sampling: { temperature: 0 },
}
const idleSeconds = 600

/** A process that answers as it is told, and a clock that stands still until it is moved. */
function stage(answer: (message: ToChild) => ChildMessage | undefined) {
  const children: (EventEmitter & { killed: boolean })[] = []
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  let now = 0
  const spawn = () => {
    const child = Object.assign(new EventEmitter(), {
      killed: false,
      pid: children.length + 1,
      send(message: ToChild) {
        const reply = answer(message)
        if (reply) queueMicrotask(() => child.emit('message', [reply]))
      },
      kill() {
        child.killed = true
        child.emit('exit', null, 'SIGKILL')
      },
    })
    children.push(child)
    return child as unknown as ChildProcess
  }
  const after = (milliseconds: number, callback: () => void) => {
    const timer = { at: now + milliseconds, callback }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  const pass = (milliseconds: number) => {
    now += milliseconds
    for (const timer of [...timers]) {
      if (timer.at > now) continue
      timers.delete(timer)
      timer.callback()
    }
  }
  return { children, pass, process: createModelProcess(options, idleSeconds, { spawn, after }) }
}

const obliging = (message: ToChild): ChildMessage | undefined => {
  if (message.type === 'load') return { type: 'loaded' }
  return message.type === 'count' ? { type: 'counted', id: message.id, tokens: 1 } : undefined
}
const count = (process: ReturnType<typeof createModelProcess>) =>
  new Promise<void>((resolve, reject) => {
    process.start('count', job, () => resolve(), reject).catch(reject)
  })

describe('the process of a model', () => {
  it('goes when nothing was asked of it for a while, and comes again', async () => {
    const { children, pass, process } = stage(obliging)
    await count(process)
    pass(idleSeconds * 1000 - 1)
    expect(process.pid).toBe(1)
    await count(process)
    pass(idleSeconds * 1000 - 1)
    expect(process.pid).toBe(1)
    pass(1)
    expect([process.pid, children[0]?.killed]).toEqual([undefined, true])
    await count(process)
    expect(process.pid).toBe(2)
  })

  it('stays while it is answering, however long that takes', async () => {
    const { pass, process } = stage(obliging)
    await process.start(
      'generate',
      job,
      () => {},
      () => {},
    )
    pass(idleSeconds * 10_000)
    expect(process.pid).toBe(1)
  })

  it('says why it can not be loaded where that helps, and is tried anew the next time', async () => {
    let shown: string | undefined = 'The language model needs about 9 MB of memory, and 1 MB are free.'
    const { children, process } = stage(({ type }) =>
      type === 'load' ? { type: 'not-loaded', reason: 'x', ...(shown && { shown }) } : undefined,
    )
    await expect(count(process)).rejects.toMatchObject({ code: 'service_unavailable', message: shown })
    shown = undefined
    await expect(count(process)).rejects.toMatchObject({ message: 'The language model could not be loaded.' })
    expect(children.length).toBe(2)
  })
})
