import { createHash, randomBytes } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Blobs, ByteRange } from '../../core/blobs.ts'

/** What every store of blobs does. `open` gives a store that nobody else writes to. */
export function blobsContract(kind: string, open: () => Promise<Blobs>): void {
  describe(`blobs on ${kind}`, () => {
    let blobs: Blobs
    beforeAll(async () => {
      blobs = await open()
    })
    afterAll(() => blobs?.close())

    const read = async (name: string, range?: ByteRange) => {
      const content = await blobs.open(name, range)
      return content && (await buffer(content))
    }
    const names = async () => {
      const found: string[] = []
      for await (const { name } of blobs.list()) found.push(name)
      return found.sort()
    }

    it('gives back what was put, with its size and hash', async () => {
      const bytes = Buffer.from('What goes in comes out: ÿ\0\n')
      expect(await blobs.put('files/file-1', chunks(bytes, 5))).toEqual({ bytes: bytes.length, sha256: sha256(bytes) })
      expect(await read('files/file-1')).toEqual(bytes)
    })

    it('keeps an empty blob', async () => {
      expect(await blobs.put('files/empty', chunks(Buffer.alloc(0), 1))).toEqual({ bytes: 0, sha256: sha256('') })
      expect(await read('files/empty')).toEqual(Buffer.alloc(0))
    })

    it('keeps a blob of many megabytes that arrives in uneven chunks', async () => {
      const bytes = randomBytes(9 * 1024 * 1024 + 7)
      const put = await blobs.put('files/large', chunks(bytes, 100_003))
      expect(put).toEqual({ bytes: bytes.length, sha256: sha256(bytes) })
      expect(bytes.equals((await read('files/large')) ?? Buffer.alloc(0))).toBe(true)
    })

    it('gives ranges', async () => {
      await blobs.put('files/letters', chunks(Buffer.from('abcdefghij'), 3))
      const range = async (first: number, last: number) => String(await read('files/letters', { first, last }))
      expect(await range(0, 0)).toBe('a')
      expect(await range(9, 9)).toBe('j')
      expect(await range(3, 6)).toBe('defg')
      expect(await range(0, 9)).toBe('abcdefghij')
      expect(await range(8, 100)).toBe('ij')
      expect(await range(10, 12)).toBe('')
    })

    it('has nothing under a name that was never put', async () => {
      expect(await blobs.open('files/absent')).toBeUndefined()
      expect(await blobs.open('files/absent', { first: 0, last: 0 })).toBeUndefined()
    })

    it.each(['../x', 'files/../x', 'files/..', '/files/x', 'files//x', 'files/.x', 'files\\x', 'files/x\0', 'x', ''])(
      'refuses the name %j',
      async name => {
        await expect(blobs.put(name, chunks(Buffer.from('x'), 1))).rejects.toThrow('not a blob name')
        await expect(blobs.open(name)).rejects.toThrow('not a blob name')
        await expect(blobs.delete(name)).rejects.toThrow('not a blob name')
        await expect(blobs.withFile(name, async () => 'used')).rejects.toThrow('not a blob name')
      },
    )

    it('leaves nothing when the source fails', async () => {
      const before = await names()
      await expect(blobs.put('files/failed', failingAfter(6_000_000))).rejects.toThrow('the source failed')
      expect(await blobs.open('files/failed')).toBeUndefined()
      expect(await names()).toEqual(before)
    })

    it('leaves nothing when aborted between chunks, and closes the source', async () => {
      const before = await names()
      const abort = new AbortController()
      let closed = false
      async function* source() {
        try {
          yield randomBytes(1000)
          abort.abort(new Error('the caller left'))
          yield randomBytes(1000)
        } finally {
          closed = true
        }
      }
      await expect(blobs.put('files/aborted', source(), abort.signal)).rejects.toThrow('the caller left')
      expect(closed).toBe(true)
      expect(await blobs.open('files/aborted')).toBeUndefined()
      expect(await names()).toEqual(before)
    })

    it('ends when aborted though the source never says another word', async () => {
      const before = await names()
      const abort = new AbortController()
      async function* source() {
        yield Buffer.from('a first word')
        setImmediate(() => abort.abort(new Error('the caller left')))
        await new Promise(() => undefined)
      }
      await expect(blobs.put('files/quiet', source(), abort.signal)).rejects.toThrow('the caller left')
      expect(await names()).toEqual(before)
    })

    it('is whole or absent, as it says, whenever the abort comes', async () => {
      const bytes = randomBytes(3_000_000)
      for (const delayMs of [0, 1, 2, 4, 8, 16, 32]) {
        const name = `files/cut-${delayMs}`
        const abort = new AbortController()
        async function* source() {
          yield bytes
          setTimeout(() => abort.abort(new Error('the caller left')), delayMs)
        }
        const kept = await blobs.put(name, source(), abort.signal).then(
          () => bytes,
          () => undefined,
        )
        expect(await read(name).then(found => found?.length)).toBe(kept?.length)
      }
    })

    it('takes nothing once aborted', async () => {
      const put = blobs.put('files/late', chunks(Buffer.from('late'), 4), AbortSignal.abort(new Error('too late')))
      await expect(put).rejects.toThrow('too late')
      expect(await blobs.open('files/late')).toBeUndefined()
    })

    it('lists every blob with its size and time', async () => {
      const before = Date.now()
      await blobs.put('listed/one', chunks(Buffer.from('1'), 1))
      await blobs.put('listed/deep/two.wav', chunks(Buffer.from('22'), 1))
      const sizes = new Map<string, number>()
      for await (const { name, bytes, modifiedAt } of blobs.list()) {
        if (!name.startsWith('listed/')) continue
        sizes.set(name, bytes)
        // Stores keep whole seconds.
        expect(modifiedAt).toBeGreaterThan(before - 2_000)
        expect(modifiedAt).toBeLessThan(Date.now() + 2_000)
      }
      expect(sizes).toEqual(
        new Map([
          ['listed/one', 1],
          ['listed/deep/two.wav', 2],
        ]),
      )
    })

    it('deletes, and deleting again is no error', async () => {
      await blobs.put('files/gone', chunks(Buffer.from('x'), 1))
      await blobs.delete('files/gone')
      expect(await blobs.open('files/gone')).toBeUndefined()
      await blobs.delete('files/gone')
      expect(await names()).not.toContain('files/gone')
    })

    it('lends a blob as a file, and gives back what its user made of it', async () => {
      await blobs.put('files/lent', chunks(Buffer.from('on loan'), 2))
      const seen = await blobs.withFile('files/lent', async path => String(await readFile(path)))
      expect(seen).toBe('on loan')
      const failing = blobs.withFile('files/lent', () => Promise.reject(new Error('the user failed')))
      await expect(failing).rejects.toThrow('the user failed')
      expect(String(await read('files/lent'))).toBe('on loan')
    })

    it('lends no file where there is no blob', async () => {
      let used = false
      const lent = blobs.withFile('files/absent', async path => {
        used = true
        await access(path)
      })
      await expect(lent).rejects.toThrow('there is no blob named "files/absent"')
      expect(used).toBe(false)
    })

    it('takes many puts at once', async () => {
      const contents = Array.from({ length: 24 }, () => randomBytes(200_000))
      const put = await Promise.all(contents.map((bytes, n) => blobs.put(`many/blob-${n}`, chunks(bytes, 7_001))))
      expect(put.map(({ sha256 }) => sha256)).toEqual(contents.map(sha256))
      const stored = await Promise.all(contents.map((_, n) => read(`many/blob-${n}`)))
      expect(stored.map(bytes => sha256(bytes ?? ''))).toEqual(contents.map(sha256))
    })

    it('proves that it works, and leaves nothing of the proof', async () => {
      const before = await names()
      await blobs.check()
      expect(await names()).toEqual(before)
    })
  })
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* failingAfter(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += 100_000) yield randomBytes(100_000)
  throw new Error('the source failed')
}
