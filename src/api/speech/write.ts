import type { PlatformError } from '../../core/errors.ts'
import type { SoundOrder } from '../../services/speech/speech.ts'
import type { SpeechEvent, SpeechLink } from './schema.ts'

const contentTypes: Readonly<Record<SoundOrder['format'], string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  opus: 'audio/ogg',
  pcm: 'audio/pcm',
}

export function contentTypeOf({ format }: SoundOrder): string {
  return contentTypes[format]
}

export function filenameOf({ format }: SoundOrder): string {
  return `speech.${format}`
}

export function writeLink(now: number, url: string): SpeechLink {
  return { created: Math.floor(now / 1000), data: { url } }
}

/** Chunks that are decoded one by one, too, give the whole file: each holds whole bytes of its own. */
export async function* writeSpeechStream(
  bytes: AsyncIterable<Uint8Array>,
  show: (error: unknown) => PlatformError,
): AsyncGenerator<string> {
  try {
    for await (const chunk of bytes) {
      yield frame({ type: 'speech.audio.delta', audio: Buffer.from(chunk).toString('base64') })
    }
    yield frame({ type: 'speech.audio.done', audio: '' })
  } catch (thrown) {
    const { message, code } = show(thrown)
    yield frame({ type: 'speech.audio.error', audio: '', message, error: { message, type: code } })
  }
  yield 'data: [DONE]\n\n'
}

function frame(event: SpeechEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
