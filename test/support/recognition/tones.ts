import { firstTone, toneStep } from '../../../src/engines/scripted/scripted-recognition.ts'

export const vocabulary = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')

export interface SpokenTones {
  readonly wordMs?: number
  readonly gapMs?: number
  readonly rate?: number
}

/** Words of the vocabulary as the scripted engine hears them; a number is that many milliseconds of silence. */
export function speak(
  words: readonly (string | number)[],
  { wordMs = 240, gapMs = 64, rate = 16_000 }: SpokenTones = {},
) {
  const pieces = words.flatMap(word =>
    typeof word === 'number'
      ? [new Float32Array((word * rate) / 1000)]
      : [tone(vocabulary.indexOf(word), wordMs, rate), new Float32Array((gapMs * rate) / 1000)],
  )
  const sound = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    sound.set(piece, at)
    at += piece.length
  }
  return sound
}

function tone(index: number, ms: number, rate: number): Float32Array {
  const pitch = firstTone + toneStep * index
  return Float32Array.from({ length: (ms * rate) / 1000 }, (_, n) => Math.sin((2 * Math.PI * pitch * n) / rate) / 2)
}

export function pcm16(samples: Float32Array): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, at) => {
    bytes.writeInt16LE(Math.round(sample * 32_767), at * 2)
  })
  return bytes
}

export function wavFile(samples: Float32Array, rate = 16_000): Buffer<ArrayBuffer> {
  const data = pcm16(samples)
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}
