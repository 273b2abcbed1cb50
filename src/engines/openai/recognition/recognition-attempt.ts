import { type AttemptFailure, cut, disconnected, garbage, refused, timedOut } from '../attempt-failure.ts'
import { errorOf, readRefusal } from '../refusal.ts'
import type { Upstream } from '../upstream.ts'
import type { RecognitionForm } from './recognition-form.ts'

const longestAnswer = 8 * 1024 * 1024

export interface RecognitionAttempt {
  /** Our name of the model, for messages. */
  readonly model: string
  /** Never to be seen in a message. */
  readonly key: string | undefined
  readonly form: RecognitionForm
  readonly timeoutSeconds: number
  /** What is left of them. */
  readonly leftMs: number
  readonly signal: AbortSignal
}

/** One request to one server, and its answer as JSON. Throws an AttemptFailure, or the reason of an abort. */
export async function askForTranscript(upstream: Upstream, attempt: RecognitionAttempt): Promise<unknown> {
  const { model, key, form, timeoutSeconds, leftMs, signal } = attempt
  signal.throwIfAborted()
  const own = new AbortController()
  let late: AttemptFailure | undefined
  const leave = () => own.abort(signal.reason)
  const deadline = setTimeout(() => {
    late = timedOut(model, timeoutSeconds, false)
    own.abort(late)
  }, leftMs)
  signal.addEventListener('abort', leave, { once: true })
  upstream.inFlight += 1
  upstream.circuit.enter()
  const failed = (failure: AttemptFailure): unknown => {
    if (signal.aborted) {
      upstream.circuit.leave()
      return signal.reason
    }
    const reason = late ?? failure
    upstream.circuit[reason.isFault ? 'fail' : 'succeed']()
    return reason
  }

  try {
    const response = await upstream.pool
      .request({
        path: `${upstream.basePath}/audio/transcriptions`,
        method: 'POST',
        headers: headersOf(upstream, form),
        body: form.read(),
        signal: own.signal,
      })
      .catch(error => {
        throw failed(disconnected(asError(error), model))
      })
    const text = await readText(response.body).catch(error => {
      throw failed(cut(model, error))
    })
    const { statusCode, headers } = response
    if (statusCode < 200 || statusCode >= 300) {
      const refusal = readRefusal(statusCode, text, headers['retry-after'])
      throw failed(refused(errorOf(refusal, model, key), refusal))
    }
    const answer = parse(text)
    if (answer === undefined) throw failed(garbage(model, new Error('the answer is no JSON')))
    upstream.circuit.succeed()
    return answer
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', leave)
    upstream.inFlight -= 1
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > longestAnswer) throw new Error('the answer is longer than 8 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function headersOf({ headers }: Upstream, { contentType, bytes }: RecognitionForm): string[] {
  const changed = headers.map((value, place) => {
    if (headers[place - 1] === 'content-type') return contentType
    return headers[place - 1] === 'accept' ? 'application/json' : value
  })
  return [...changed, 'content-length', String(bytes)]
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
