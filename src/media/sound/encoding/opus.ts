import { AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import { bytesOf, type Encoder } from './encoder.ts'
import { createOggPages } from './ogg.ts'
import { PacketEncoder } from './packets.ts'

/** Its clock, whatever rate it was given. */
const clock = 48_000
const frameTicks = 960
const packetsInPage = 10
const ownRates: readonly number[] = [8000, 12_000, 16_000, 24_000, 48_000]
/** Fixed, so that the same sound gives the same file. */
const serial = 0x6d65646c

/** Opus in Ogg. A rate that it does not carry becomes its own, 48000. */
export function createOpusEncoder(asked: number): Encoder {
  const rate = ownRates.includes(asked) ? asked : clock
  const packets = new PacketEncoder({
    codec: 'libopus',
    format: AV_SAMPLE_FMT_FLT,
    rate,
    bitRate: rate < 16_000 ? 24_000 : rate < 48_000 ? 40_000 : 64_000,
    settings: { frame_duration: 20 },
    bytes: bytesOf,
  })
  const head = packets.extraData
  const skipped = head.readUInt16LE(10)
  const writePage = createOggPages(serial)
  let held: Buffer[] = []
  let pushed = 0
  let paged = 0
  let hasBegun = false

  /** A page may only be given out when another follows: the last one says that it is. */
  function* pages(): Generator<Uint8Array> {
    if (!hasBegun) {
      hasBegun = true
      yield writePage({ packets: [head], position: 0 })
      yield writePage({ packets: [comments()], position: 0 })
    }
    while (held.length > packetsInPage) {
      paged += packetsInPage
      yield writePage({ packets: held.splice(0, packetsInPage), position: paged * frameTicks })
    }
  }

  return {
    rate,
    push(samples) {
      pushed += samples.length
      held.push(...packets.push(samples))
      return held.length === 0 ? [] : [...pages()]
    },
    end() {
      // What the decoder skips at the beginning must be there at the end.
      const ticks = skipped + Math.round((pushed * clock) / rate)
      const frames = Math.ceil(ticks / frameTicks)
      const missing = Math.max(0, Math.round((frames * frameTicks * rate) / clock) - pushed)
      held.push(...packets.push(new Float32Array(missing)), ...packets.end())
      held = held.slice(0, frames - paged)
      const before = [...pages()]
      return [...before, writePage({ packets: held, position: ticks, isLast: true })]
    },
    close: () => packets.close(),
  }
}

function comments(): Buffer {
  const vendor = Buffer.from('medley')
  const packet = Buffer.alloc(8 + 4 + vendor.length + 4)
  packet.write('OpusTags', 0, 'latin1')
  packet.writeUInt32LE(vendor.length, 8)
  vendor.copy(packet, 12)
  return packet
}
