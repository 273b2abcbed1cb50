import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { AVDISCARD_ALL, AVERROR_EAGAIN, AVERROR_EOF, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { type CodecContext, Dictionary, FormatContext, Frame, Packet, type Stream } from 'node-av/lib'
import { mp4IndexEntries } from '../../video/mp4-index.ts'
import { allContainers, containerOf, decoders, demuxersOf } from '../accepted-sound.ts'
import { joined } from '../effects/effect.ts'
import { holdsText } from '../holds-text.ts'
import { openDecoder } from '../open-decoder.ts'
import { SoundError } from '../sound-error.ts'
import { beginsAsOther } from './begins-as-other.ts'
import { MonoConverter } from './mono-converter.ts'

export interface DecoderSettings {
  /** Samples a second of what comes out. */
  readonly rate: number
  readonly maxAudioSeconds: number
}

/** Some hours of sound. */
const maxIndexEntries = 2_000_000
const pieceSeconds = 1

/** A sound file, a second at a time, as mono samples. It blocks: for worker threads only. */
export class SoundDecoder {
  readonly #file: number
  readonly #settings: DecoderSettings
  readonly #format = new FormatContext()
  readonly #packet = new Packet()
  readonly #frame = new Frame()
  readonly #stream: Stream
  readonly #decoder: CodecContext
  readonly #converter: MonoConverter
  #made: Float32Array[] = []
  #length = 0
  #seconds = 0
  #packets = 0
  #damaged = 0
  #hasEnded = false

  constructor(path: string, settings: DecoderSettings) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    this.#file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    this.#settings = settings
    this.#packet.alloc()
    this.#frame.alloc()
    this.#converter = new MonoConverter(settings.rate)
    try {
      this.#open()
      this.#stream = this.#pickStream()
      this.#decoder = openDecoder(this.#stream)
    } catch (error) {
      this.#release()
      throw error
    }
  }

  /** The next piece; undefined after the last. */
  next(): Float32Array | undefined {
    const wanted = this.#settings.rate * pieceSeconds
    while (!this.#hasEnded && this.#length < wanted) this.#step()
    if (this.#length === 0) return undefined
    const piece = joined(this.#made)
    this.#made = []
    this.#length = 0
    return piece
  }

  close(): void {
    this.#decoder.freeContext()
    this.#release()
  }

  #release(): void {
    this.#converter.close()
    this.#packet.free()
    this.#frame.free()
    this.#format.closeInputSync()
    closeSync(this.#file)
  }

  /** FFmpeg is given an open file and no way to open another; without a name, only the content can decide what it is. */
  #open(): void {
    const stats = fstatSync(this.#file)
    if (!stats.isFile()) throw new Error('not a regular file')
    if (stats.size === 0) throw new SoundError('The file is empty.')
    // A few bytes of mp4 can ask FFmpeg for gigabytes: what was not looked at here is not opened as one there.
    const mayBeMp4 = !beginsAsOther(this.#file)
    if (mayBeMp4 && mp4IndexEntries(this.#file, stats.size) > maxIndexEntries) {
      throw new SoundError(`The mp4 announces too many pieces of sound; accepted: at most ${maxIndexEntries}.`)
    }
    using options = Dictionary.fromObject({
      fd: this.#file,
      protocol_whitelist: 'fd',
      format_whitelist: demuxersOf(allContainers.filter(name => mayBeMp4 || name !== 'mp4')).join(','),
      codec_whitelist: [...decoders].join(','),
    })
    const opened = this.#format.openInputSync('fd:', null, options)
    const container = containerOf(this.#format.iformat?.name?.split(',')[0] ?? '')
    if (opened < 0 || container === undefined || this.#format.findStreamInfoSync() < 0) {
      const found = holdsText(this.#file) ? 'text, not sound' : 'no sound in a format that is read here'
      throw new SoundError(`The file holds ${found}, whatever its name says; accepted: ${allContainers.join(', ')}.`)
    }
  }

  #pickStream(): Stream {
    const best = this.#format.findBestStream(AVMEDIA_TYPE_AUDIO)
    const stream = this.#format.streams[best]
    if (stream === undefined) throw new SoundError('The file holds no sound, only other things.')
    for (const other of this.#format.streams) if (other.index !== best) other.discard = AVDISCARD_ALL
    return stream
  }

  /** Any failure to read on is the end of what there is: a file that was cut lasts as long as it lasts. */
  #step(): void {
    if (this.#format.readFrameSync(this.#packet) < 0) {
      this.#feed(null)
      this.#keep(this.#converter.end())
      this.#hasEnded = true
      this.#judge()
      return
    }
    if (this.#packet.streamIndex === this.#stream.index) {
      this.#packets += 1
      this.#feed(this.#packet)
    }
    this.#packet.unref()
  }

  #feed(packet: Packet | null): void {
    let result = this.#decoder.sendPacketSync(packet)
    while (result >= 0) {
      result = this.#decoder.receiveFrameSync(this.#frame)
      if (result >= 0) this.#take()
    }
    if (result !== AVERROR_EAGAIN && result !== AVERROR_EOF) this.#damaged += 1
  }

  #take(): void {
    const { maxAudioSeconds } = this.#settings
    this.#seconds += this.#frame.nbSamples / this.#frame.sampleRate
    // A microsecond for the rounding of many small sums.
    if (this.#seconds > maxAudioSeconds + 1e-6) {
      throw new SoundError(`The sound is longer than the ${maxAudioSeconds} seconds that are accepted.`)
    }
    this.#keep(this.#converter.push(this.#frame))
  }

  #keep(samples: Float32Array): void {
    if (samples.length === 0) return
    this.#made.push(samples)
    this.#length += samples.length
  }

  #judge(): void {
    if (this.#seconds === 0) throw new SoundError('The file holds no sound that can be decoded.')
    // One bad packet is what a cut leaves behind; more than a tenth is not what was recorded.
    if (this.#damaged > 1 && this.#damaged > this.#packets / 10) {
      throw new SoundError(`The sound is damaged: ${this.#damaged} of ${this.#packets} pieces can not be decoded.`)
    }
  }
}
