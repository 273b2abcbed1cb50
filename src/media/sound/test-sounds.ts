import { AV_CODEC_ID_MJPEG, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S16, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib'

/** A mono 16-bit WAV of zeros. `promised` is what the header says of its length, when that is not the truth. */
export function wav(seconds: number, { rate = 16_000, channels = 1, promised = seconds } = {}): Buffer {
  const bytes = (length: number) => Math.round(length * rate) * channels * 2
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + bytes(promised), 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * channels * 2, 28)
  header.writeUInt16LE(channels * 2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes(promised), 40)
  return Buffer.concat([header, Buffer.alloc(bytes(seconds))])
}

const must = (result: number) => FFmpegError.throwIfError(result)

/** Writes a tone with FFmpeg's encoder and muxer of these names. */
export function encodeTone(
  path: string,
  muxer: string,
  encoder: 'libmp3lame' | 'libopus' | 'aac' | 'flac',
  seconds: number,
  rate: number,
) {
  const codec = Codec.findEncoderByName(encoder as Parameters<typeof Codec.findEncoderByName>[0])
  const format = new FormatContext()
  must(format.allocOutputContext2(null, muxer, path))
  const context = new CodecContext()
  context.allocContext3(codec)
  const planar = encoder === 'libmp3lame' || encoder === 'aac'
  context.sampleFormat = planar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S16
  context.sampleRate = rate
  context.channelLayout = avChannelLayoutDefault(1)
  context.timeBase = new Rational(1, rate)
  must(context.open2Sync(codec))
  const stream = format.newStream()
  must(stream.codecpar.fromContext(context))
  stream.timeBase = context.timeBase
  must(format.openOutputSync())
  must(format.writeHeaderSync())

  const packet = new Packet()
  packet.alloc()
  const send = (frame: Frame | null) => {
    must(context.sendFrameSync(frame))
    for (; context.receivePacketSync(packet) >= 0; packet.unref()) {
      packet.rescaleTs(context.timeBase, stream.timeBase)
      must(format.interleavedWriteFrameSync(packet))
    }
  }
  const total = Math.round(seconds * rate)
  for (let at = 0; at < total; at += context.frameSize) {
    const nbSamples = Math.min(context.frameSize, total - at)
    const tone = Float32Array.from({ length: nbSamples }, (_, n) => Math.sin(((at + n) * 440 * 2 * Math.PI) / rate) / 2)
    const samples = planar ? tone : Int16Array.from(tone, value => value * 32767)
    const layout = avChannelLayoutDefault(1)
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
      nbSamples,
      format: context.sampleFormat,
      sampleRate: rate,
      channelLayout: layout,
      pts: BigInt(at),
    })
    send(frame)
    frame.free()
  }
  send(null)
  must(format.writeTrailerSync())
  format.closeOutputSync()
  context.freeContext()
  packet.free()
}

/** A matroska file with one picture and no sound. */
export function writePicture(path: string) {
  const format = new FormatContext()
  must(format.allocOutputContext2(null, 'matroska', path))
  const stream = format.newStream()
  stream.codecpar.codecType = AVMEDIA_TYPE_VIDEO
  stream.codecpar.codecId = AV_CODEC_ID_MJPEG
  stream.codecpar.width = 16
  stream.codecpar.height = 16
  stream.timeBase = new Rational(1, 1000)
  must(format.openOutputSync())
  must(format.writeHeaderSync())
  const packet = new Packet()
  packet.alloc()
  packet.data = Buffer.alloc(64)
  packet.pts = 0n
  packet.dts = 0n
  must(format.interleavedWriteFrameSync(packet))
  must(format.writeTrailerSync())
  format.closeOutputSync()
  packet.free()
}
