import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { weightsOf } from '../../test/support/weights-server.ts'
import { readTar } from './tar.ts'

const long = `${'folder-with-a-long-name/'.repeat(8)}model.onnx`

/** As tar itself packs it. */
function archive(files: Readonly<Record<string, Buffer>>, format: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'medley-tar-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, 'package', path, '..'), { recursive: true })
      writeFileSync(join(folder, 'package', path), content)
    }
    return execFileSync('tar', ['-c', `--format=${format}`, '-C', folder, 'package'], { maxBuffer: 1e8 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size = 1000, skip = false): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {}
  for await (const { name, bytes: length, content } of readTar(pieces(bytes, size))) {
    if (skip) continue
    const parts: Buffer[] = []
    for await (const part of content) parts.push(part)
    found[name] = Buffer.concat(parts)
    expect(found[name].length).toBe(length)
  }
  return found
}

describe.each(['ustar', 'pax', 'gnu'])('an archive in the format %s', format => {
  const files = {
    'a.bin': weightsOf(5000),
    'empty.bin': Buffer.of(),
    'even.bin': weightsOf(1024),
    [long]: weightsOf(700),
  }
  const bytes = archive(files, format)
  const expected = Object.fromEntries(Object.entries(files).map(([path, content]) => [`package/${path}`, content]))

  it.each([1, 511, 512, 100_000])('is read in pieces of %i bytes', async size => {
    expect(await read(bytes, size)).toEqual(expected)
  })

  it('can be skipped through', async () => {
    expect(await read(bytes, 1000, true)).toEqual({})
  })

  it('that is cut, or damaged, is an error', async () => {
    const last = bytes.indexOf(files[long] ?? '')
    await expect(read(bytes.subarray(0, last + 100))).rejects.toThrow('ends too early')
    const damaged = Buffer.from(bytes)
    damaged[3] = 0x41
    await expect(read(damaged)).rejects.toThrow('damaged')
  })
})
