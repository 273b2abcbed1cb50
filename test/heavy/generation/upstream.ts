import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An inference server in a process of its own, which does what the model's name says and tells what it is busy with:
 * `short` says five words and counts them; `endless` speaks until the other side leaves and never comes to a whole answer;
 * `flood` does so as fast as it is read.
 */
const words = ['One ', 'two ', 'three ', 'four ', 'five.']
const usage = { prompt_tokens: 12, completion_tokens: words.length, total_tokens: 12 + words.length }
const chunk = (delta: object, finish: string | null = null) =>
  `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":${JSON.stringify(delta)},"finish_reason":${JSON.stringify(finish)}}]}\n\n`
const pieces = [
  chunk({ role: 'assistant', content: '' }),
  ...words.map(content => chunk({ content })),
  `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}\n\ndata: [DONE]\n\n`,
]
const endlessPiece = chunk({ content: 'and so on ' })

const floodPiece = endlessPiece.repeat(100)

let inFlight = 0
let floodedBytes = 0
let begun = 0
/** By the text of the request: when it was closed, on the clock that all processes of a machine share. */
const closed = new Map<string, PromiseWithResolvers<bigint>>()

function closedOf(text: string): PromiseWithResolvers<bigint> {
  const known = closed.get(text) ?? Promise.withResolvers<bigint>()
  closed.set(text, known)
  return known
}

function sayShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let next = 0
  const say = () => {
    const piece = pieces[next++]
    if (piece === undefined) return void response.end()
    response.write(piece)
    setImmediate(say)
  }
  say()
}

function sayEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const timer = setInterval(() => response.write(endlessPiece), 5)
  response.once('close', () => clearInterval(timer))
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = () => {
    if (response.destroyed) return
    floodedBytes += floodPiece.length
    if (response.write(floodPiece)) setImmediate(write)
    else response.once('drain', write)
  }
  write()
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://upstream')
  if (pathname === '/state') {
    // The connection that asks is not counted.
    server.getConnections((_, connections) =>
      response.end(JSON.stringify({ inFlight, begun, floodedBytes, connections: connections - 1 })),
    )
    return
  }
  if (pathname === '/closed') {
    const at = await closedOf(searchParams.get('text') ?? '').promise
    response.end(String(at))
    return
  }
  if (pathname !== '/v1/chat/completions') {
    response.writeHead(404).end('{}')
    return
  }
  inFlight += 1
  begun += 1
  response.once('close', () => {
    inFlight -= 1
  })
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { model, stream, messages } = JSON.parse(Buffer.concat(parts).toString())
    if (model === 'short') sayShort(response)
    else if (model === 'flood') flood(response)
    else {
      const text = String(messages[0].content)
      response.once('close', () => closedOf(text).resolve(process.hrtime.bigint()))
      // Some think before they speak.
      const thinkMs = text.length % 4 === 0 ? 10 : 0
      if (stream) setTimeout(() => response.destroyed || sayEndlessly(response), thinkMs)
    }
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
