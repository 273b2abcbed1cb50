import { normaliseNumbers } from '../../../src/services/recognition/itn/normalise-numbers.ts'
import { type BuiltInServer, startBuiltInServer } from '../../support/recognition/built-in-server.ts'

export interface Order {
  readonly input: string
  readonly voice: string
  readonly [more: string]: unknown
}

/** The whole server, speaking and listening with its own networks. */
export async function startSpeakingServer() {
  const server: BuiltInServer = await startBuiltInServer()

  const order = ({ input, voice, ...more }: Order, signal?: AbortSignal) =>
    fetch(`${server.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'svcaudio-2.5-tts', response_format: 'wav', ...more, input, voice }),
      signal: signal ?? null,
    })

  async function speak(asked: Order): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await order(asked)
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return new Uint8Array(await answer.arrayBuffer())
  }

  return {
    ...server,
    order,
    speak,
    hear: (wav: Uint8Array<ArrayBuffer>, language: string) => server.transcribe(new Blob([wav]), { language }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export type SpeakingServer = Awaited<ReturnType<typeof startSpeakingServer>>

/** Numbers in the form in which a recogniser writes them. */
export function asWritten(text: string, language: string): string {
  const words = language === 'zh' ? [...text] : text.split(/(?= )/)
  return normaliseNumbers(
    words.map(word => ({ word, start: 0, end: 0 })),
    language,
  )
    .map(({ word }) => word)
    .join('')
}
