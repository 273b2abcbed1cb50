import { AV_CHANNEL_ORDER_UNSPEC, AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import { avChannelLayoutDefault, FFmpegError, Frame, SoftwareResampleContext } from 'node-av/lib'
import { joined, nothing } from '../effects/effect.ts'

/** Frames of any kind to mono samples at one rate. A stream may change its kind on the way. */
export class MonoConverter {
  readonly #rate: number
  #context: SoftwareResampleContext | undefined
  #kind = ''

  constructor(rate: number) {
    this.#rate = rate
  }

  push(frame: Frame): Float32Array {
    // Containers that only count channels leave it to us what they are.
    if (frame.channelLayout.order === AV_CHANNEL_ORDER_UNSPEC) {
      frame.channelLayout = avChannelLayoutDefault(frame.channels)
    }
    const kind = `${frame.format} ${frame.sampleRate} ${frame.channels}`
    if (kind === this.#kind) return this.#convert(frame)
    const rest = this.end()
    this.#context = this.#open(frame)
    this.#kind = kind
    const samples = this.#convert(frame)
    return joined([rest, samples])
  }

  /** What is still inside. */
  end(): Float32Array {
    if (!this.#context) return nothing
    const rest = this.#convert(null)
    this.close()
    return rest
  }

  close(): void {
    this.#context?.free()
    this.#context = undefined
    this.#kind = ''
  }

  #open(frame: Frame): SoftwareResampleContext {
    const context = new SoftwareResampleContext()
    const { channelLayout, format, sampleRate } = frame
    const made = context.allocSetOpts2(
      avChannelLayoutDefault(1),
      AV_SAMPLE_FMT_FLT,
      this.#rate,
      channelLayout,
      format as Parameters<SoftwareResampleContext['allocSetOpts2']>[4],
      sampleRate,
    )
    FFmpegError.throwIfError(made)
    // Channels that say the same must not add up to more than full scale.
    context.setOption('rematrix_maxval', 1)
    FFmpegError.throwIfError(context.init())
    return context
  }

  #convert(frame: Frame | null): Float32Array {
    using output = new Frame()
    output.alloc()
    output.format = AV_SAMPLE_FMT_FLT
    output.sampleRate = this.#rate
    output.channelLayout = avChannelLayoutDefault(1)
    FFmpegError.throwIfError(this.#context?.convertFrame(output, frame) ?? 0)
    const count = output.nbSamples
    const bytes = output.data?.[0]
    if (!bytes || count === 0) return nothing
    const samples = new Float32Array(count)
    new Uint8Array(samples.buffer).set(bytes.subarray(0, count * 4))
    return samples
  }
}
