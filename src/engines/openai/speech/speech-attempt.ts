import type { Dispatcher } from 'undici'
import { type AttemptFailure, cut, disconnected, garbage, refused, timedOut } from '../attempt-failure.ts'
import { errorOf, readRefusal } from '../refusal.ts'
import type { Upstream } from '../upstream.ts'

const longestRefusal = 64 * 1024

export interface SpeechAttempt {
  /** Our name of the model, for messages. */
  readonly model: string
  /** Never to be seen in a message. */
  readonly key: string | undefined
  readonly body: string
  readonly idleSeconds: number
  readonly timeoutSeconds: number
  /** What is left of them. */
  readonly leftMs: number
  readonly signal: AbortSignal
}

export interface SpeechReply {
  readonly contentType: string
  readonly bytes: AsyncIterable<Buffer>
}

/** One request to one server. Resolves with the first bytes of sound; throws an AttemptFailure, or the reason of an abort. */
export async function askForSpeech(upstream: Upstream, attempt: SpeechAttempt): Promise<SpeechReply> {
  const { model, idleSeconds, timeoutSeconds, leftMs, signal } = attempt
  const own = new AbortController()
  const leave = () => {
    settle('leave')
    own.abort(signal.reason)
  }
  let isSettled = false
  let late: AttemptFailure | undefined
  const expire = (failure: AttemptFailure) => {
    late = failure
    own.abort(failure)
  }
  const deadline = setTimeout(() => expire(timedOut(model, timeoutSeconds, false)), leftMs)
  const watchSilence = () => setTimeout(() => expire(timedOut(model, idleSeconds, true)), idleSeconds * 1000)
  let silence = watchSilence()
  signal.addEventListener('abort', leave, { once: true })
  upstream.inFlight += 1
  upstream.circuit.enter()
  if (signal.aborted) leave()

  function settle(how: 'succeed' | 'fail' | 'leave'): void {
    if (isSettled) return
    isSettled = true
    clearTimeout(deadline)
    clearTimeout(silence)
    signal.removeEventListener('abort', leave)
    upstream.inFlight -= 1
    upstream.circuit[how]()
  }
  /** What a broken read means, once it is known whether somebody left or the clock ran out. */
  const failed = (failure: AttemptFailure): unknown => {
    if (signal.aborted) return signal.reason
    const reason = late ?? failure
    settle(reason.isFault ? 'fail' : 'succeed')
    return reason
  }

  let response: Dispatcher.ResponseData
  try {
    response = await upstream.pool.request({
      path: `${upstream.basePath}/audio/speech`,
      method: 'POST',
      headers: headersOf(upstream),
      body: attempt.body,
      signal: own.signal,
    })
  } catch (error) {
    throw failed(disconnected(asError(error), model))
  }
  const chunks: AsyncIterator<Buffer> = response.body[Symbol.asyncIterator]()
  const next = async () => {
    clearTimeout(silence)
    silence = watchSilence()
    try {
      return await chunks.next()
    } catch (error) {
      throw failed(cut(model, error))
    } finally {
      // While nobody reads, the server is not to blame for silence.
      clearTimeout(silence)
    }
  }

  const { statusCode, headers } = response
  const contentType = String(headers['content-type'] ?? '')
  const isSound = statusCode >= 200 && statusCode < 300 && !/json|text|html/.test(contentType)
  const first = await next()
  if (!isSound || first.done) {
    const said = first.done ? '' : await textOf(first.value, next)
    if (statusCode < 300 && first.done) throw failed(garbage(model, new Error('the answer is empty')))
    const refusal = readRefusal(statusCode < 300 ? 502 : statusCode, said, headers['retry-after'])
    response.body.destroy()
    throw failed(refused(errorOf(refusal, model, attempt.key), refusal))
  }

  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      for (let chunk = first; !chunk.done; chunk = await next()) yield chunk.value
      settle('succeed')
    } finally {
      settle('leave')
      response.body.destroy()
    }
  }
  return { contentType, bytes: bytes() }
}

async function textOf(first: Buffer, next: () => Promise<IteratorResult<Buffer>>): Promise<string> {
  const chunks = [first]
  let length = first.length
  for (let chunk = await next(); !chunk.done && length < longestRefusal; chunk = await next()) {
    chunks.push(chunk.value)
    length += chunk.value.length
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** As for conversations, but it is sound that is wanted. */
function headersOf({ headers }: Upstream): string[] {
  return headers.map((value, place) => (headers[place - 1] === 'accept' ? 'audio/*, application/json' : value))
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
