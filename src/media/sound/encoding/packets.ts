import type { AVSampleFormat } from 'node-av/constants'
import { avChannelLayoutDefault, Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib'
import { SampleQueue } from '../effects/sample-queue.ts'

export interface PacketEncoderOptions {
  /** FFmpeg's name. */
  readonly codec: 'libmp3lame' | 'libopus' | 'flac'
  readonly format: AVSampleFormat
  readonly rate: number
  readonly bitRate?: number
  readonly settings?: Readonly<Record<string, string | number>>
  /** The samples in the codec's own numbers. */
  readonly bytes: (samples: Float32Array) => Buffer
}

/** One of FFmpeg's encoders without a container around it. It blocks: for worker threads only. */
export class PacketEncoder {
  readonly #context = new CodecContext()
  readonly #packet = new Packet()
  readonly #options: PacketEncoderOptions
  readonly #waiting = new SampleQueue()
  #sent = 0

  constructor(options: PacketEncoderOptions) {
    this.#options = options
    const { codec: name, format, rate, bitRate, settings = {} } = options
    const codec = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0])
    const context = this.#context
    context.allocContext3(codec)
    context.sampleFormat = format
    context.sampleRate = rate
    context.channelLayout = avChannelLayoutDefault(1)
    context.timeBase = new Rational(1, rate)
    context.threadCount = 1
    if (bitRate !== undefined) context.bitRate = BigInt(bitRate)
    // Options given to `open2Sync` are freed twice.
    for (const [key, value] of Object.entries(settings)) FFmpegError.throwIfError(context.setOption(key, value))
    FFmpegError.throwIfError(context.open2Sync(codec))
    this.#packet.alloc()
  }

  get frameSize(): number {
    return this.#context.frameSize
  }

  get extraData(): Buffer {
    return Buffer.from(this.#context.extraData ?? [])
  }

  push(samples: Float32Array): Buffer[] {
    this.#waiting.push(samples)
    const packets: Buffer[] = []
    while (this.#waiting.end - this.#waiting.start >= this.frameSize) {
      packets.push(...this.#send(this.#waiting.take(this.frameSize)))
    }
    return packets
  }

  /** The rest, with silence behind it where the codec wants more than there is. */
  end(leastSamples = 1): Buffer[] {
    const rest = this.#waiting.take(this.frameSize)
    const padded = new Float32Array(rest.length === 0 ? 0 : Math.max(rest.length, leastSamples))
    padded.set(rest)
    return [...(padded.length === 0 ? [] : this.#send(padded)), ...this.#feed(null)]
  }

  close(): void {
    this.#packet.free()
    this.#context.freeContext()
  }

  #send(samples: Float32Array): Buffer[] {
    const { format, rate, bytes } = this.#options
    const frame = Frame.fromAudioBuffer(bytes(samples), {
      nbSamples: samples.length,
      format,
      sampleRate: rate,
      channelLayout: avChannelLayoutDefault(1),
      pts: BigInt(this.#sent),
    })
    this.#sent += samples.length
    try {
      return this.#feed(frame)
    } finally {
      frame.free()
    }
  }

  #feed(frame: Frame | null): Buffer[] {
    FFmpegError.throwIfError(this.#context.sendFrameSync(frame))
    const packets: Buffer[] = []
    for (; this.#context.receivePacketSync(this.#packet) >= 0; this.#packet.unref()) {
      // The last packet of some codecs is a note about the ones before.
      if (this.#packet.data) packets.push(Buffer.from(this.#packet.data))
    }
    return packets
  }
}
