import { wav } from '../../src/media/sound/test-sounds.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat([
    ...parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
    Buffer.alloc(64),
  ])

/** The beginnings of files of each kind: enough to be known for what they are. */
export const samples = {
  'a.png': bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', Array(17).fill(1), [0, 0, 0, 0], 'IDAT'),
  'moving.png': bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', Array(17).fill(1), [0, 0, 0, 8], 'acTL'),
  'a.jpg': bytes([0xff, 0xd8, 0xff, 0xe0]),
  'a.gif': bytes('GIF89a'),
  'a.webp': bytes('RIFF', [60, 0, 0, 0], 'WEBPVP8 '),
  'a.mp4': bytes([0, 0, 0, 24], 'ftypisom'),
  'a.mp3': bytes([0xff, 0xfb, 0x90, 0x64]),
  'a.wav': Buffer.from(wav(0.1)),
} as const
