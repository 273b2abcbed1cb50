import { AVDISCARD_ALL, AVERROR_EAGAIN, AVERROR_EOF, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { avGetCodecName, Dictionary, FormatContext, Frame, Packet, type Stream } from 'node-av/lib'
import { withRegularFile } from '../inspection/regular-file.ts'
import { containerOf, decoders, demuxersOf } from './accepted-sound.ts'
import { holdsText } from './holds-text.ts'
import { openDecoder } from './open-decoder.ts'
import { SoundError } from './sound-error.ts'

export interface SoundFacts {
  /** By content: `wav`, `mp3`, `flac`, `ogg`, `mp4`, `matroska`, `aac`, `mpeg`. */
  container: string
  /** FFmpeg's name: `pcm_s16le`, `mp3`, `opus`, … */
  codec: string
  /** What was really decoded, whatever the header promises. */
  seconds: number
  sampleRate: number
  channels: number
}

export interface DecodeSettings {
  maxAudioSeconds: number
  /** By content: `wav`, `mp3`, …; others are refused before anything in them is read. */
  containers: readonly string[]
}

/** Decodes a whole file and tells what was in it. It blocks: for worker threads only. */
export function decodeFacts(path: string, { maxAudioSeconds, containers }: DecodeSettings): SoundFacts {
  return withRegularFile(path, (file, bytes) => {
    if (bytes === 0) throw new SoundError('The file is empty.')
    const format = new FormatContext()
    try {
      const container = open(format, file, containers)
      const stream = pickStream(format, container)
      return { container, ...decode(format, stream, maxAudioSeconds) }
    } finally {
      format.closeInputSync()
    }
  })
}

/** FFmpeg is given an open file and no way to open another; without a name, only the content can decide what it is. */
function open(format: FormatContext, file: number, accepted: readonly string[]): string {
  using options = Dictionary.fromObject({
    fd: file,
    protocol_whitelist: 'fd',
    format_whitelist: demuxersOf(accepted).join(','),
    codec_whitelist: [...decoders].join(','),
  })
  const opened = format.openInputSync('fd:', null, options)
  const demuxer = format.iformat?.name?.split(',')[0] ?? ''
  const container = containerOf(demuxer)
  if (opened < 0 || container === undefined || format.findStreamInfoSync() < 0) {
    const found = holdsText(file) ? 'text, not sound' : 'no sound in a format that is read here'
    throw new SoundError(`The file holds ${found}, whatever its name says; accepted: ${accepted.join(', ')}.`)
  }
  return container
}

function pickStream(format: FormatContext, container: string): Stream {
  const best = format.findBestStream(AVMEDIA_TYPE_AUDIO)
  const stream = format.streams[best]
  if (stream === undefined) throw new SoundError(`The file is ${container}, but holds no sound.`)
  for (const other of format.streams) if (other.index !== best) other.discard = AVDISCARD_ALL
  return stream
}

function decode(format: FormatContext, stream: Stream, maxAudioSeconds: number): Omit<SoundFacts, 'container'> {
  const decoder = openDecoder(stream)
  using packet = new Packet()
  using frame = new Frame()
  packet.alloc()
  frame.alloc()
  let [seconds, sampleRate, channels, packets, damaged] = [0, 0, 0, 0, 0]

  const count = () => {
    sampleRate = frame.sampleRate
    channels = frame.channels
    seconds += frame.nbSamples / sampleRate
    // A microsecond for the rounding of many small sums.
    if (seconds > maxAudioSeconds + 1e-6) {
      throw new SoundError(`The sound is longer than the ${maxAudioSeconds} seconds that are accepted.`)
    }
  }
  const feed = (piece: Packet | null) => {
    let result = decoder.sendPacketSync(piece)
    while (result >= 0) {
      result = decoder.receiveFrameSync(frame)
      if (result >= 0) count()
    }
    if (result !== AVERROR_EAGAIN && result !== AVERROR_EOF) damaged += 1
  }

  try {
    // Any failure to read on is the end of what there is: a file that was cut counts as long as it lasts.
    for (; format.readFrameSync(packet) >= 0; packet.unref()) {
      if (packet.streamIndex !== stream.index) continue
      packets += 1
      feed(packet)
    }
    feed(null)
  } finally {
    decoder.freeContext()
  }

  if (seconds === 0) throw new SoundError('The file holds no sound that can be decoded.')
  // One bad packet is what a cut leaves behind; more than a tenth is not what was recorded.
  if (damaged > 1 && damaged > packets / 10) {
    throw new SoundError(`The sound is damaged: ${damaged} of ${packets} pieces can not be decoded.`)
  }
  const codec = avGetCodecName(stream.codecpar.codecId) ?? 'unknown'
  return { codec, seconds: Math.round(seconds * 1e6) / 1e6, sampleRate, channels }
}
