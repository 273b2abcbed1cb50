import { createHash } from 'node:crypto'
import { AV_SAMPLE_FMT_S16 } from 'node-av/constants'
import { bytesOf, type Encoder, toPcm16 } from './encoder.ts'
import { PacketEncoder } from './packets.ts'

/** Smaller frames are not allowed; the last one is filled up with silence. */
const smallestFrame = 16

/** A flac, too, says at its beginning how long it is: given out once that is known. */
export function createFlacEncoder(rate: number): Encoder {
  const hash = createHash('md5')
  const packets = new PacketEncoder({
    codec: 'flac',
    format: AV_SAMPLE_FMT_S16,
    rate,
    bytes(samples) {
      const bytes = bytesOf(toPcm16(samples))
      hash.update(bytes)
      count += samples.length
      return bytes
    },
  })
  const frames: Buffer[] = []
  let count = 0
  return {
    rate,
    push(samples) {
      frames.push(...packets.push(samples))
      return []
    },
    end() {
      frames.push(...packets.end(smallestFrame))
      return [flacHeader(packets.extraData, frames, count, hash.digest()), ...frames]
    },
    close: () => packets.close(),
  }
}

/** The encoder's description of the stream, completed by what is known at its end. */
function flacHeader(description: Buffer, frames: readonly Buffer[], samples: number, md5: Buffer): Buffer {
  const header = Buffer.alloc(8 + 34)
  header.write('fLaC', 0, 'latin1')
  header.writeUInt32BE(0x80000022, 4)
  description.copy(header, 8, 0, 34)
  const sizes = frames.map(frame => frame.length)
  header.writeUIntBE(Math.min(...sizes, 0xffffff), 8 + 4, 3)
  header.writeUIntBE(Math.max(...sizes, 0), 8 + 7, 3)
  // 36 bits; the upper four share a byte with the depth of the samples.
  header.writeUInt8((header.readUInt8(8 + 13) & 0xf0) | Math.floor(samples / 2 ** 32), 8 + 13)
  header.writeUInt32BE(samples >>> 0, 8 + 14)
  md5.copy(header, 8 + 18)
  return header
}
