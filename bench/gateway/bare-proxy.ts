import { Agent, createServer, request } from 'node:http'

/** The least that a proxy can do: bytes in, bytes out, connections kept. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const upstream = { host: '127.0.0.1', port: Number(process.argv[3]), agent }

const server = createServer((incoming, outgoing) => {
  const onward = request(
    { ...upstream, path: '/v1/chat/completions', method: incoming.method ?? 'POST', headers: incoming.headers },
    answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')
