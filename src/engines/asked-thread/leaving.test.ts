import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { dismissThread } from './leaving.ts'

const own = JSON.stringify(new URL('./leaving.ts', import.meta.url).href)
/** Tells after each of its runs, which block it like a network does. */
const thread = (code: string) =>
  new Worker(
    `const { parentPort } = require('node:worker_threads')
    import(${own}).then(({ leaveWhenTold }) => { ${code} })`,
    { eval: true },
  )
const busy = 'const end = Date.now() + 200; while (Date.now() < end); parentPort.postMessage("ran")'

describe('a thread that is dismissed', () => {
  it('ends what it is doing first', async () => {
    const worker = thread(`leaveWhenTold(); parentPort.on('message', () => {}); parentPort.postMessage('ready');
      setImmediate(() => { ${busy} })`)
    const said: unknown[] = []
    worker.on('message', message => said.push(message))
    await new Promise(resolve => worker.once('message', resolve))
    await dismissThread(worker)
    expect(said).toEqual(['ready', 'ran'])
    expect(worker.threadId).toBe(-1)
    await dismissThread(worker)
  })

  it('is cut when it does not come back', async () => {
    const worker = thread(`parentPort.on('message', () => {}); parentPort.postMessage('ready')`)
    await new Promise(resolve => worker.once('message', resolve))
    await dismissThread(worker, 50)
    expect(worker.threadId).toBe(-1)
  })
})
