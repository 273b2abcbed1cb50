import type { ServerResponse } from 'node:http'
import { replyWith } from '../../../src/engines/openai/mock-upstream.fixture.ts'
import type { NamedReply } from './over-upstream.ts'
import { chunkFrame } from './upstream-answers.ts'

/** Replies that are no answer from the beginning: all that a caller sees is a status and an error. */
export const refusals: Record<string, NamedReply & { sees: [number, string, string | RegExp] }> = {
  'status-401': {
    reply: replyWith(401, { error: { message: 'Bad key sk-abcdefgh1234.', code: 'invalid_api_key' } }),
    sees: [503, 'service_unavailable', /credentials/],
  },
  'status-403': { reply: replyWith(403, { detail: 'no' }), sees: [503, 'service_unavailable', /credentials/] },
  'status-404': {
    reply: replyWith(404, { detail: 'no' }),
    sees: [503, 'service_unavailable', /does not know the model/],
  },
  'status-400': {
    reply: replyWith(400, { error: { message: 'The prompt is 9000 tokens long.', param: 'messages' } }),
    sees: [400, 'request_params_invalid', 'The prompt is 9000 tokens long.'],
  },
  'status-422': {
    reply: replyWith(422, { detail: [{ loc: ['body', 'messages'], msg: 'too many' }] }),
    sees: [400, 'request_params_invalid', 'messages too many'],
  },
  'status-429': {
    reply: replyWith(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }),
    sees: [429, 'rate_limited', /takes no more requests/],
  },
  'status-500': {
    reply: replyWith(500, 'Traceback: /srv/app.py'),
    sees: [503, 'service_unavailable', /failed with status 500/],
  },
  'status-502': {
    reply: replyWith(502, '<html>Bad gateway'),
    sees: [503, 'service_unavailable', /failed with status 502/],
  },
  'status-504': { reply: replyWith(504, ''), sees: [504, 'upstream_timeout', /did not answer in time/] },
  silent: { reply: () => undefined, idleSeconds: 1, timeoutSeconds: 2, sees: [504, 'upstream_timeout', /seconds\.$/] },
  page: { reply: replyWith(200, '<html>Welcome'), sees: [503, 'service_unavailable', /no answer/] },
  empty: { reply: replyWith(200, ''), sees: [503, 'service_unavailable', /no answer/] },
  'no-choices': {
    reply: replyWith(200, { object: 'list', data: [] }),
    sees: [503, 'service_unavailable', /no answer/],
  },
  'other-events': { reply: replyWith(200, 'data: {"half\n\n'), sees: [503, 'service_unavailable', /no answer/] },
  'hangs-up': {
    reply: (_, response) => void response.destroy(),
    sees: [503, 'service_unavailable', /can't be reached/],
  },
  'error-at-once': {
    reply: replyWith(200, 'data: {"error":{"message":"Out of memory at 0xff","code":500}}\n\n'),
    sees: [503, 'service_unavailable', /failed with status 500/],
  },
}

/** What breaks a reply off: once its beginning has been shown, or in the middle of an answer in one piece. */
function breaking(
  stream: (response: ServerResponse) => void,
  whole: (response: ServerResponse) => void,
): NamedReply['reply'] {
  return async ({ body }, response, shown) => {
    response.writeHead(200, { 'content-type': body.stream ? 'text/event-stream' : 'application/json' })
    if (!body.stream) return whole(response)
    response.write(chunkFrame({ role: 'assistant', content: 'Hel' }))
    await shown
    stream(response)
  }
}
const half = '{"id":"1","choices":[{"index":0,"message":{"role":"assistant","content":"Hel'
const cutHalf = (response: ServerResponse) => void response.write(half, () => response.destroy())
const endHalf = (response: ServerResponse) => void response.end(half)

interface Broken extends NamedReply {
  /** The code, and what is told of a stream and of a whole answer. */
  readonly sees: readonly [code: string, stream: RegExp, whole: RegExp]
}

/** Replies that begin well: a stream shows what was said and then an error; who waits for the whole sees an error alone. */
export const breaks: Record<string, Broken> = {
  'cut-off': {
    reply: breaking(response => void response.destroy(), cutHalf),
    sees: ['service_unavailable', /closed the connection in the middle/, /closed the connection in the middle/],
  },
  'ends-early': {
    reply: breaking(response => void response.end(), endHalf),
    sees: ['service_unavailable', /closed the connection in the middle/, /no answer/],
  },
  garbage: {
    reply: breaking(response => void response.end('data: {"choices":[{"del\n\ndata: [DONE]\n\n'), endHalf),
    sees: ['service_unavailable', /no answer/, /no answer/],
  },
  'error-inside': {
    reply: breaking(
      response => void response.end('data: {"error":{"message":"CUDA error","code":500}}\n\ndata: [DONE]\n\n'),
      response => void response.end('{"error":{"message":"CUDA error","code":500}}'),
    ),
    sees: ['service_unavailable', /failed with status 500/, /failed with status 500/],
  },
  'gives-up': {
    reply: breaking(
      response => void response.end(`${chunkFrame({}, 'abort')}data: [DONE]\n\n`),
      response => void response.end(`${half}"},"finish_reason":"abort"}]}`),
    ),
    sees: ['service_unavailable', /gave up/, /gave up/],
  },
  'falls-silent': {
    reply: breaking(
      () => undefined,
      response => void response.write(half),
    ),
    idleSeconds: 1,
    sees: ['upstream_timeout', /silent for 1 seconds/, /silent for 1 seconds/],
  },
}
