import type { AVPixelFormat } from 'node-av/constants'
import { AV_NOPTS_VALUE, AV_PIX_FMT_RGB24, AVSEEK_FLAG_BACKWARD, SWS_BILINEAR } from 'node-av/constants'
import { type CodecContext, FormatContext, Frame, Packet, SoftwareScaleContext, type Stream } from 'node-av/lib'
import { withRegularFile } from '../inspection/regular-file.ts'
import { openDecoder, openVideo, pickStream } from './decode-facts.ts'
import { VideoError } from './video-error.ts'

/** Three bytes a pixel, row after row. */
export interface RawFrame {
  /** Seconds from the beginning. */
  readonly at: number
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export interface RawFrames {
  readonly seconds: number
  readonly frames: readonly RawFrame[]
}

const longestSide = 1280
/** From one picture that stands by itself to the next there are seldom more. */
const packetsTried = 600

/** Takes pictures out of a video that has been checked. It blocks: for worker threads only. */
export function decodeFrames(path: string, count: number): RawFrames {
  return withRegularFile(path, (file, bytes) => {
    const format = new FormatContext()
    try {
      openVideo(format, file, bytes)
      const stream = pickStream(format)
      const decoder = openDecoder(stream)
      try {
        const seconds = Number(stream.duration) * stream.timeBase.toDouble()
        const times = Array.from({ length: count }, (_, index) => ((index + 0.5) / count) * seconds)
        const frames = times.map(at => frameAt(format, stream, decoder, at)).filter(frame => frame !== undefined)
        if (frames.length === 0) throw new VideoError('The mp4 holds no video that can be decoded.')
        return { seconds, frames: frames.filter(({ at }, index) => at !== frames[index - 1]?.at) }
      } finally {
        decoder.freeContext()
      }
    } finally {
      format.closeInputSync()
    }
  })
}

/** The first picture at that time or after it; the last one where there is none. */
function frameAt(format: FormatContext, stream: Stream, decoder: CodecContext, at: number): RawFrame | undefined {
  const unit = stream.timeBase.toDouble()
  const start = stream.startTime === AV_NOPTS_VALUE ? 0n : stream.startTime
  const wanted = start + BigInt(Math.round(at / unit))
  format.seekFrameSync(stream.index, wanted, AVSEEK_FLAG_BACKWARD)
  decoder.flushBuffers()
  using packet = new Packet()
  using frame = new Frame()
  packet.alloc()
  frame.alloc()
  let last: RawFrame | undefined
  const receive = (): boolean => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      const time = frame.bestEffortTimestamp
      const isThere = time === AV_NOPTS_VALUE || time + 1n >= wanted
      last = isThere || last === undefined ? rawFrame(frame, Number(time - start) * unit) : last
      if (isThere) return true
    }
    return false
  }
  for (let tried = 0; tried < packetsTried && format.readFrameSync(packet) >= 0; packet.unref()) {
    if (packet.streamIndex !== stream.index) continue
    tried += 1
    if (decoder.sendPacketSync(packet) >= 0 && receive()) return last
  }
  if (decoder.sendPacketSync(null) >= 0) receive()
  return last
}

function rawFrame(frame: Frame, at: number): RawFrame {
  const scale = Math.min(1, longestSide / Math.max(frame.width, frame.height))
  const [width, height] = [frame.width, frame.height].map(side => Math.max(2, Math.round(side * scale))) as [
    number,
    number,
  ]
  using scaler = new SoftwareScaleContext()
  scaler.getContext(
    frame.width,
    frame.height,
    frame.format as AVPixelFormat,
    width,
    height,
    AV_PIX_FMT_RGB24,
    SWS_BILINEAR,
  )
  using scaled = new Frame()
  scaled.alloc()
  scaled.width = width
  scaled.height = height
  scaled.format = AV_PIX_FMT_RGB24
  scaled.getBuffer()
  if (scaler.scaleFrameSync(scaled, frame) < 0) throw new VideoError("A picture of the video can't be converted.")
  // A copy of its own: what FFmpeg holds is freed.
  return { at, width, height, pixels: new Uint8Array(scaled.toBuffer()) }
}
