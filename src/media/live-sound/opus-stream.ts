import { AV_CODEC_ID_OPUS } from 'node-av/constants'
import { avChannelLayoutDefault, Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import { SoundError } from '../sound/sound-error.ts'
import { Resampler } from './resampler.ts'

const opusRate = 48_000

/** Decodes the packets of one Opus stream. It blocks: for worker threads only. */
export class OpusStream {
  readonly #decoder = new CodecContext()
  readonly #packet = new Packet()
  readonly #frame = new Frame()
  readonly #resampler = new Resampler(opusRate, 16_000)

  constructor(head: Uint8Array) {
    const bytes = Buffer.from(head)
    const channels = bytes[9] ?? 0
    const codec = Codec.findDecoder(AV_CODEC_ID_OPUS)
    if (bytes.length < 19 || channels < 1 || channels > 8 || !codec) throw new SoundError('The Opus header is broken.')
    this.#decoder.allocContext3(codec)
    this.#decoder.extraData = bytes
    this.#decoder.sampleRate = opusRate
    this.#decoder.channelLayout = avChannelLayoutDefault(channels)
    this.#decoder.pktTimebase = new Rational(1, opusRate)
    this.#decoder.threadCount = 1
    if (this.#decoder.open2Sync(codec) < 0) throw new SoundError('The Opus stream is of a kind that is not read here.')
    this.#packet.alloc()
    this.#frame.alloc()
  }

  decode(packets: readonly Uint8Array[]): Float32Array {
    const pieces = packets.flatMap(packet => this.#decodePacket(packet))
    const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return this.#resampler.push(whole)
  }

  close(): void {
    this.#frame.free()
    this.#packet.free()
    this.#decoder.freeContext()
  }

  #decodePacket(bytes: Uint8Array): Float32Array[] {
    this.#packet.data = Buffer.from(bytes)
    // A packet that was damaged on its way is a gap in the sound, not the end of it.
    let result = this.#decoder.sendPacketSync(this.#packet)
    this.#packet.unref()
    const pieces: Float32Array[] = []
    while (result >= 0) {
      result = this.#decoder.receiveFrameSync(this.#frame)
      if (result >= 0) pieces.push(this.#mono())
    }
    return pieces
  }

  #mono(): Float32Array {
    const { nbSamples, channels } = this.#frame
    const planes = (this.#frame.extendedData ?? []).slice(0, channels)
    const mono = new Float32Array(nbSamples)
    for (const plane of planes) {
      for (let index = 0; index < mono.length; index++) {
        mono[index] = (mono[index] ?? 0) + plane.readFloatLE(index * 4) / planes.length
      }
    }
    return mono
  }
}
