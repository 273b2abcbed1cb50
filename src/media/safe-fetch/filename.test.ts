import { expect, it } from 'vitest'
import { readFilename } from './filename.ts'

it.each([
  ['attachment; filename="a b.wav"', '/x', 'a b.wav'],
  ['attachment; filename=plain.mp3; size=3', '/x', 'plain.mp3'],
  [`attachment; filename="fallback.wav"; filename*=UTF-8''%E5%A3%B0.wav`, '/x', '声.wav'],
  [`attachment; filename*=UTF-8''%ZZ; filename=kept.wav`, '/x', 'kept.wav'],
  ['attachment; filename="say \\"hi\\".wav"', '/x', 'say "hi".wav'],
  [Buffer.from('inline; filename="é.png"').toString('latin1'), '/x', 'é.png'],
  ['attachment; filename="../../etc/passwd"', '/x', 'passwd'],
  ['attachment; filename="C:\\\\dir\\\\file.txt"', '/x', 'file.txt'],
  ['attachment; filename=".."', '/x', 'x'],
  ['inline', '/a/b%20c.png', 'b c.png'],
  [undefined, '/a/%2Fetc%2Fpasswd', 'passwd'],
  [undefined, '/%ff.png', '%ff.png'],
  [undefined, '/a/', undefined],
  [undefined, '/', undefined],
])('%s at %s gives %s', (disposition, path, name) => {
  expect(readFilename(disposition, new URL(path, 'http://files.example'))).toBe(name)
})

it('cuts what no file system would take', () => {
  expect(readFilename(undefined, new URL(`http://files.example/${'a'.repeat(400)}%00`))).toBe('a'.repeat(255))
})
