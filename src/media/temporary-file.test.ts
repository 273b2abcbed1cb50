import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTemporaryFile } from './temporary-file.ts'

let folder = ''
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'temporary-')), 'made/when/needed')
})
afterAll(() => rm(join(folder, '../../..'), { recursive: true }))

async function* content(): AsyncGenerator<Buffer> {
  yield Buffer.from('one ')
  yield Buffer.from('two')
}

function openFiles(): string[] {
  return readdirSync('/proc/self/fd')
    .map(name => realName(join('/proc/self/fd', name)))
    .filter(name => name.startsWith(folder))
}

/** Another file may have been closed since the folder was listed. */
function realName(link: string): string {
  return lstatSync(link, { throwIfNoEntry: false }) ? readlinkSync(link) : ''
}

/** Like the decoders: another thread that knows only the path. */
async function readInWorker(path: string): Promise<string> {
  const code = `require('worker_threads').parentPort.postMessage(require('fs').readFileSync(${JSON.stringify(path)}, 'utf8'))`
  const worker = new Worker(code, { eval: true })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

describe('a temporary file', () => {
  it('can be read by its path and in place, more than once, and has no name', async () => {
    const texts = await withTemporaryFile(folder, content(), async ({ path, bytes, read }) => {
      expect(readdirSync(folder)).toEqual([])
      expect(bytes).toBe(7)
      return [await readInWorker(path), await readFile(path, 'utf8'), await text(read()), await text(read())]
    })
    expect(texts).toEqual(Array(4).fill('one two'))
  })

  it('is closed however its use ends', async () => {
    const failed = withTemporaryFile(folder, content(), async () => {
      expect(openFiles()).toHaveLength(1)
      throw new Error('broken')
    })
    await expect(failed).rejects.toThrow('broken')
    expect(openFiles()).toEqual([])

    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('one')
      throw new Error('content broke')
    }
    await expect(withTemporaryFile(folder, broken(), async () => 'used')).rejects.toThrow('content broke')
    expect(openFiles()).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
})
