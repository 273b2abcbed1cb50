import { createServer, type Socket } from 'node:net'

/**
 * An inference server that thinks in no time: what remains is the cost of what stands before it. It answers with bytes made
 * beforehand and reads no more of a request than where it ends, so that the machine is left to what is measured. A stream
 * has 100 events, each written on a turn of its own.
 */
const events = 100
const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'mock' }
const usage = { prompt_tokens: 12, completion_tokens: events, total_tokens: 12 + events }
const answer = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(events) }, finish_reason: 'stop' }],
  usage,
})
const event = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const replyHead = (type: string, framing: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: keep-alive\r\n${framing}\r\n\r\n`

const whole = Buffer.from(replyHead('application/json', `content-length: ${answer.length}`) + answer)
const first = Buffer.from(
  replyHead('text/event-stream', 'transfer-encoding: chunked') + chunk(event({ role: 'assistant', content: '' }, null)),
)
const middle = Buffer.from(chunk(event({ content: 'word ' }, null)))
const last = Buffer.from(
  chunk(
    `${event({}, 'stop')}data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`,
  ) + chunk(''),
)

function reply(socket: Socket, isStream: boolean): void {
  if (!isStream) {
    socket.write(whole)
    return
  }
  socket.write(first)
  let left = events
  const next = () => {
    if (socket.destroyed) return
    if (left-- === 0) {
      socket.write(last)
      return
    }
    socket.write(middle)
    setImmediate(next)
  }
  next()
}

createServer({ noDelay: true }, socket => {
  let read = ''
  let end = 0
  socket.on('error', () => socket.destroy())
  socket.on('data', piece => {
    read += piece.toString('latin1')
    if (end === 0) {
      const headEnd = read.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = /\r\ncontent-length: *(\d+)/i.exec(read)?.[1]
      if (length === undefined) throw new Error('a request without a length')
      end = headEnd + 4 + Number(length)
    }
    if (read.length < end) return
    const isStream = /"stream": ?true/.test(read)
    read = ''
    end = 0
    reply(socket, isStream)
  })
}).listen(Number(process.argv[2]), '127.0.0.1')
