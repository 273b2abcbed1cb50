import { readSync } from 'node:fs'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import { avGetCodecName, Codec, CodecContext, Dictionary, FormatContext, Frame, Packet, type Stream } from 'node-av/lib'
import { withRegularFile } from '../inspection/regular-file.ts'
import { notMp4 } from './mp4-brand.ts'
import { mp4IndexEntries } from './mp4-index.ts'
import { VideoError } from './video-error.ts'

export interface VideoFacts {
  /** FFmpeg's name: `h264`, `hevc`, `av1`, … */
  codec: string
  /** From the first picture that is there to the end of the last. */
  seconds: number
  width: number
  height: number
}

/** FFmpeg's decoders that may be used. */
const decoders: ReadonlySet<string> = new Set(['h264', 'hevc', 'libdav1d', 'av1', 'vp9', 'mpeg4'])
/** 8K: a picture of that size takes 53 MB once it is decoded. */
const maxPixels = 8192 * 4320
/** Some hours of video and sound. */
const maxIndexEntries = 2_000_000
const picturesDecoded = 8
const packetsTried = 64

/** Decodes the first pictures and walks through the rest. It blocks: for worker threads only. */
export function decodeFacts(path: string): VideoFacts {
  return withRegularFile(path, (file, bytes) => {
    if (bytes === 0) throw new VideoError('The video is empty; accepted: mp4.')
    const format = new FormatContext()
    try {
      openVideo(format, file, bytes)
      const stream = pickStream(format)
      const promised = Number(stream.duration) * stream.timeBase.toDouble()
      const facts = decode(format, stream)
      // Half a second for the rounding of containers; what is missing beyond that was cut.
      if (facts.seconds < promised * 0.9 - 0.5) {
        const [there, all] = [facts.seconds.toFixed(1), promised.toFixed(1)]
        throw new VideoError(`The video was cut: ${there} of its ${all} seconds are there.`)
      }
      return facts
    } finally {
      format.closeInputSync()
    }
  })
}

/** FFmpeg is given an open file and no way to open another, and no demuxer but the one for mp4. */
export function openVideo(format: FormatContext, file: number, bytes: number): void {
  const head = Buffer.alloc(12)
  readSync(file, head, 0, head.length, 0)
  const other = notMp4(head)
  if (other !== undefined) throw new VideoError(`The video is ${other}; accepted: mp4.`)
  if (mp4IndexEntries(file, bytes) > maxIndexEntries) {
    throw new VideoError(
      `The mp4 announces too many pictures or pieces of sound; accepted: at most ${maxIndexEntries}.`,
    )
  }
  using options = Dictionary.fromObject({
    fd: file,
    protocol_whitelist: 'fd',
    format_whitelist: 'mov',
    codec_whitelist: [...decoders].join(','),
    // Each edit would copy its part of the index.
    ignore_editlist: 1,
  })
  if (format.openInputSync('fd:', null, options) < 0) {
    throw new VideoError("The mp4 is damaged or was cut: its table of contents can't be read.")
  }
}

export function pickStream(format: FormatContext): Stream {
  const best = format.findBestStream(AVMEDIA_TYPE_VIDEO)
  const stream = format.streams[best]
  if (stream === undefined || stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC)) {
    throw new VideoError('The mp4 holds no video.')
  }
  const { width, height } = stream.codecpar
  if (width * height > maxPixels) {
    throw new VideoError(`The video has ${width}×${height} pixels; accepted: at most ${maxPixels} together.`)
  }
  for (const other of format.streams) if (other.index !== best) other.discard = AVDISCARD_ALL
  return stream
}

export function openDecoder(stream: Stream): CodecContext {
  const codec = Codec.findDecoder(stream.codecpar.codecId)
  const decoder = new CodecContext()
  if (codec !== null && decoders.has(codec.name ?? '')) {
    decoder.allocContext3(codec)
    decoder.parametersToContext(stream.codecpar)
    decoder.pktTimebase = stream.timeBase
    decoder.threadCount = 1
    // The stream itself may ask for larger pictures than its container says. (Options given to `open2Sync` are freed twice.)
    decoder.setOption('max_pixels', maxPixels)
    if (decoder.open2Sync(codec) >= 0) return decoder
    decoder.freeContext()
  }
  const accepted = 'h264, hevc, av1, vp9, mpeg4'
  throw new VideoError(`The video is coded as "${codecName(stream)}", which is not read here; accepted: ${accepted}.`)
}

const codecName = (stream: Stream) => avGetCodecName(stream.codecpar.codecId) ?? 'unknown'

function decode(format: FormatContext, stream: Stream): VideoFacts {
  const decoder = openDecoder(stream)
  using packet = new Packet()
  using frame = new Frame()
  packet.alloc()
  frame.alloc()
  let [pictures, packets, damaged, width, height] = [0, 0, 0, 0, 0]
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  const feed = (piece: Packet | null) => {
    let result = decoder.sendPacketSync(piece)
    while (result >= 0) {
      result = decoder.receiveFrameSync(frame)
      if (result < 0) continue
      pictures += 1
      width = frame.width
      height = frame.height
    }
    if (result !== AVERROR_EAGAIN && result !== AVERROR_EOF) damaged += 1
  }

  try {
    for (; format.readFrameSync(packet) >= 0; packet.unref()) {
      if (packet.streamIndex !== stream.index) continue
      const at = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts
      start = Math.min(start, Number(at))
      end = Math.max(end, Number(at + packet.duration))
      if (pictures >= picturesDecoded || packets >= packetsTried) continue
      packets += 1
      feed(packet)
    }
    // A short video may still be in the decoder as a whole.
    if (pictures < picturesDecoded) feed(null)
  } finally {
    decoder.freeContext()
  }

  if (pictures === 0) throw new VideoError('The mp4 holds no video that can be decoded.')
  if (damaged > 1 && damaged > packets / 10) {
    throw new VideoError(`The video is damaged: ${damaged} of its first ${packets} pieces can't be decoded.`)
  }
  const seconds = Math.round((end - start) * stream.timeBase.toDouble() * 1e6) / 1e6
  return { codec: codecName(stream), seconds, width, height }
}
