import { createServer } from 'node:http'

/**
 * An inference server that thinks in no time: what remains is the cost of what stands before it. A stream has 100 events,
 * each written on a turn of its own.
 */
const events = 100
const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'mock' }
const usage = { prompt_tokens: 12, completion_tokens: events, total_tokens: 12 + events }
const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(events) }, finish_reason: 'stop' }],
  usage,
})
const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const first = chunk({ role: 'assistant', content: '' }, null)
const middle = chunk({ content: 'word ' }, null)
const last = `${chunk({}, 'stop')}data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (piece: Buffer) => chunks.push(piece))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { stream?: boolean }
    if (!body.stream) {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) })
        .end(whole)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(first)
    let left = events
    const next = () => {
      if (response.destroyed) return
      if (left-- === 0) return void response.end(last)
      response.write(middle)
      setImmediate(next)
    }
    next()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')
