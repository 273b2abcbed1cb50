import { createInspector } from '../inspection/inspector.ts'
import { loadSharp } from '../pictures/load-sharp.ts'
import type { RawFrame, RawFrames } from './decode-frames.ts'
import { VideoError } from './video-error.ts'

export interface VideoFrame {
  /** Seconds from the beginning. */
  readonly at: number
  /** A JPEG. */
  readonly picture: Uint8Array
}

export interface SampledFrames {
  readonly seconds: number
  readonly frames: readonly VideoFrame[]
}

export interface FrameSampler {
  sample(path: string, signal?: AbortSignal): Promise<SampledFrames>
  close(): Promise<void>
}

/** Takes so many pictures out of a video, evenly over its time. */
export function createFrameSampler(count: number): FrameSampler {
  const { inspect, close } = createInspector<RawFrames>({
    subject: 'video',
    worker: new URL('./frames-worker.ts', import.meta.url),
    settings: { count },
    refuse: message => new VideoError(message),
    seconds: 60,
    idleSeconds: 30,
  })
  return {
    async sample(path, signal) {
      const { seconds, frames } = await inspect(path, signal)
      return { seconds, frames: await Promise.all(frames.map(encode)) }
    },
    close,
  }
}

async function encode({ at, width, height, pixels }: RawFrame): Promise<VideoFrame> {
  const sharp = await loadSharp()
  const picture = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { at, picture }
}
