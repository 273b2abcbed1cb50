import { setTimeout as wait } from 'node:timers/promises'
import { detectorFrame, type SpeechDetector } from '../../../src/core/detector.ts'
import type { BuiltInServer } from './built-in-server.ts'
import { connect } from './socket-client.ts'

const rate = 16_000
const pieceMs = 40
const prefix = 'conversation.item.input_audio_transcription'

export interface Spoken {
  readonly samples: Float32Array
  /** Absent, the server finds it. */
  readonly language?: string
  /** Ends the item: the caller, or a silence of half a second. */
  readonly ending: 'commit' | 'silence'
}

export interface Heard {
  /** Milliseconds from the first sound of a voice to the first words, and from the end of an item to all of them, at worst. */
  readonly first: number
  readonly last: number
  readonly transcript: string
  readonly language: string
  readonly deltas: number
}

/** The second at which a voice begins. */
export async function onsetOf(detector: SpeechDetector, samples: Float32Array): Promise<number> {
  const listener = detector.open()
  const frames = await listener.push(samples.subarray(0, samples.length - (samples.length % detectorFrame)))
  listener.close()
  const first = frames.findIndex((value, at) => value >= 0.5 && (frames[at + 1] ?? 0) >= 0.5)
  return (Math.max(0, first) * detectorFrame) / rate
}

/** Says it to the server as a microphone would, in its own time, and looks at the clock. */
export async function speakTo(server: BuiltInServer, spoken: Spoken, onset: number): Promise<Heard> {
  const client = await connect(server)
  const times: { readonly type: string; readonly at: number }[] = []
  client.socket.on('message', data => times.push({ type: JSON.parse(String(data)).type, at: performance.now() }))
  client.update({
    ...(spoken.language && { transcription: { language: spoken.language } }),
    ...(spoken.ending === 'silence' && { turn_detection: { type: 'server_vad', silence_duration_ms: 500 } }),
  })
  await client.until('session.updated')
  const isSilence = spoken.ending === 'silence'
  const quiet = new Float32Array(isSilence ? rate : 0)
  const began = performance.now()
  let at = 0
  for (const part of [spoken.samples, quiet]) {
    for (let from = 0; from < part.length; from += pieceMs * 16) {
      const piece = part.subarray(from, from + pieceMs * 16)
      at += piece.length
      // A piece is there when its last sample has been spoken.
      await wait(Math.max(0, began + (at * 1000) / rate - performance.now()))
      client.append(piece)
    }
  }
  const committed = performance.now()
  if (!isSilence) client.commit()
  const of = (type: string) => times.filter(time => time.type === type).map(time => time.at)
  // A pause in the middle ends an item as well.
  const items = isSilence ? Math.max(1, of('input_audio_buffer.speech_stopped').length) : 1
  await client.until(`${prefix}.completed`, items - 1)
  await client.close()
  const ends = isSilence ? of('input_audio_buffer.speech_stopped') : [committed]
  const completed = client.messages.filter(({ type }) => type === `${prefix}.completed`)
  return {
    first: (of(`${prefix}.delta`)[0] ?? Number.POSITIVE_INFINITY) - began - onset * 1000,
    last: Math.max(...of(`${prefix}.completed`).map((time, item) => time - (ends[item] ?? time))),
    transcript: completed.map(({ transcript }) => transcript).join(' '),
    language: String(completed.at(-1)?.language),
    deltas: of(`${prefix}.delta`).length,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
