import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawReply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  /** Everything that came before the server closed the connection. */
  readonly text: string
}

export async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Sends these bytes as they are, and reads until the server hangs up. */
export async function sendRaw(url: string, ...chunks: string[]): Promise<RawReply> {
  const socket = await connectTo(url)
  for (const chunk of chunks) socket.write(chunk)
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  await closed(socket)
  return readReply(text)
}

/** However it closes: what was read before an error counts. */
export function closed(socket: Socket): Promise<void> {
  return new Promise(resolve => socket.on('error', () => undefined).once('close', () => resolve()))
}

function readReply(text: string): RawReply {
  const [head = '', content = ''] = text.split('\r\n\r\n', 2)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map(line => line.split(/: */, 2) as [string, string]))
  const body = headers.get('transfer-encoding') === 'chunked' ? (content.split('\r\n')[1] ?? '') : content
  return { status: Number(first.split(' ')[1]), headers, body: body === '' ? undefined : JSON.parse(body), text }
}
