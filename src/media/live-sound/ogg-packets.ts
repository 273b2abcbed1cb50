import { SoundError } from '../sound/sound-error.ts'

/** No packet of sound is this long: what grows beyond it is an attack or a mistake. */
const longestPacket = 256 * 1024

/** Takes an Ogg stream apart as it comes, in pieces cut anywhere. */
export class OggPackets {
  #held: Buffer = Buffer.alloc(0)
  #begun: Buffer[] = []
  #begunBytes = 0

  push(bytes: Uint8Array): Buffer[] {
    this.#held = Buffer.concat([this.#held, bytes])
    const packets: Buffer[] = []
    let at = 0
    for (let end = this.#pageEnd(at); end !== undefined; end = this.#pageEnd(at)) {
      this.#readPage(this.#held.subarray(at, end), packets)
      at = end
    }
    this.#held = Buffer.from(this.#held.subarray(at))
    return packets
  }

  #pageEnd(at: number): number | undefined {
    const { length } = this.#held
    if (length - at >= 4 && this.#held.toString('latin1', at, at + 4) !== 'OggS') {
      throw new SoundError('The sound is no Ogg stream: a page does not begin with "OggS".')
    }
    if (length - at < 27) return undefined
    const segments = this.#held[at + 26] ?? 0
    const bodyAt = at + 27 + segments
    if (length < bodyAt) return undefined
    let end = bodyAt
    for (let index = at + 27; index < bodyAt; index++) end += this.#held[index] ?? 0
    return length < end ? undefined : end
  }

  #readPage(page: Buffer, packets: Buffer[]): void {
    const segments = page[26] ?? 0
    const isContinued = ((page[5] ?? 0) & 1) === 1
    if (!isContinued) this.#drop()
    let at = 27 + segments
    for (let index = 0; index < segments; index++) {
      const size = page[27 + index] ?? 0
      this.#begun.push(Buffer.from(page.subarray(at, at + size)))
      this.#begunBytes += size
      if (this.#begunBytes > longestPacket) throw new SoundError('The Ogg stream holds a packet of more than 256 KB.')
      at += size
      // Only the last piece of a packet is shorter than 255 bytes.
      if (size === 255) continue
      packets.push(Buffer.concat(this.#begun))
      this.#drop()
    }
  }

  #drop(): void {
    this.#begun = []
    this.#begunBytes = 0
  }
}
