import { bytesOf, type Encoder, toPcm16 } from './encoder.ts'

/** A wav says at its beginning how long it is, and many programs believe it: so it is given out once that is known. */
export function createWavEncoder(rate: number): Encoder {
  const pieces: Buffer[] = []
  return {
    rate,
    push(samples) {
      pieces.push(bytesOf(toPcm16(samples)))
      return []
    },
    end() {
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
      return [wavHeader(rate, bytes), ...pieces]
    },
    close() {},
  }
}

/** Of mono sound with 16 bits a sample. */
export function wavHeader(rate: number, bytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}
