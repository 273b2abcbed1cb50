import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sensesOf } from './senses.ts'

const uint64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const isTrue = (key: string) => Buffer.concat([uint64(key.length), Buffer.from(key), Buffer.of(7, 0, 0, 0, 1)])

it.each([
  [['vision'], { image: true, video: false, audio: false }],
  [['audio'], { image: false, video: false, audio: true }],
  [['vision', 'audio'], { image: true, video: false, audio: true }],
])('a projector with %j', (encoders, senses) => {
  const folder = mkdtempSync(join(tmpdir(), 'medley-test-'))
  const file = join(folder, 'mmproj.gguf')
  const entries = encoders.map(encoder => isTrue(`clip.has_${encoder}_encoder`))
  writeFileSync(
    file,
    Buffer.concat([Buffer.from('GGUF'), Buffer.of(3, 0, 0, 0), uint64(0), uint64(entries.length), ...entries]),
  )
  expect(sensesOf(file)).toEqual(senses)
  rmSync(folder, { recursive: true })
})

it('without a projector there are no senses; with one that is not there, its failure is told to who asks', () => {
  expect(sensesOf(undefined)).toEqual({ image: false, video: false, audio: false })
  expect(sensesOf(join(tmpdir(), 'medley-no-such.gguf'))).toEqual({ image: true, video: false, audio: false })
})
