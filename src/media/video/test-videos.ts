import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AV_LOG_QUIET, AV_OPT_SEARCH_CHILDREN, AV_OPT_TYPE_STRING, AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Log, Packet, Rational } from 'node-av/lib'

export interface TestVideo {
  muxer?: 'mp4' | 'mov' | 'matroska'
  encoder?: 'libx264' | 'libx265' | 'libsvtav1' | 'libvpx-vp9' | 'mpeg4' | 'mjpeg'
  width?: number
  height?: number
  seconds?: number
  /** Pictures that are stored behind those that they are made from. */
  bFrames?: number
  /** For the muxer: `+faststart`. */
  flags?: string
}

const must = (result: number) => FFmpegError.throwIfError(result)
const rate = 10

/** Ten pictures a second of grey that gets lighter. */
export function video(wanted: TestVideo = {}): Buffer {
  const { muxer = 'mp4', encoder = 'mpeg4', width = 64, height = 48, seconds = 1, bFrames = 0, flags } = wanted
  Log.setLevel(AV_LOG_QUIET)
  const path = join(tmpdir(), `video-${process.pid}-${Math.random()}`)
  const format = new FormatContext()
  must(format.allocOutputContext2(null, muxer, path))
  const codec = Codec.findEncoderByName(encoder as Parameters<typeof Codec.findEncoderByName>[0])
  const context = new CodecContext()
  context.allocContext3(codec)
  context.width = width
  context.height = height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(1, rate)
  context.threadCount = 1
  context.maxBFrames = bFrames
  context.bitRate = 200_000n
  context.setOption('strict', '-1')
  if (encoder === 'libx264') context.setOption('preset', 'ultrafast')
  must(context.open2Sync(codec))
  const stream = format.newStream()
  must(stream.codecpar.fromContext(context))
  stream.timeBase = context.timeBase
  if (flags !== undefined) must(format.setOption('movflags', flags, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN))
  must(format.openOutputSync())
  must(format.writeHeaderSync())

  const packet = new Packet()
  packet.alloc()
  const send = (frame: Frame | null) => {
    must(context.sendFrameSync(frame))
    for (; context.receivePacketSync(packet) >= 0; packet.unref()) {
      packet.duration = 1n
      packet.rescaleTs(context.timeBase, stream.timeBase)
      must(format.interleavedWriteFrameSync(packet))
    }
  }
  for (let at = 0; at < Math.round(seconds * rate); at += 1) {
    const pixels = Buffer.alloc((width * height * 3) / 2, 128)
    for (let n = 0; n < width * height; n += 1) pixels[n] = (at * 20 + ((n * n) >> 6)) & 255
    const frame = Frame.fromVideoBuffer(pixels, { width, height, format: AV_PIX_FMT_YUV420P, pts: BigInt(at) })
    send(frame)
    frame.free()
  }
  send(null)
  must(format.writeTrailerSync())
  format.closeOutputSync()
  context.freeContext()
  packet.free()
  const bytes = readFileSync(path)
  rmSync(path)
  return bytes
}
