import { once } from 'node:events'

export interface Memory {
  /** What is left on the heap after everything that can be collected has been. */
  readonly heapBytes: number
  readonly residentBytes: number
}

/** Asks a process that was started with `--inspect` on this port. */
export async function measureMemory(inspectPort: number): Promise<Memory> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  let lastId = 0
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    lastId += 1
    socket.send(JSON.stringify({ id: lastId, method, params }))
    for (;;) {
      const [message] = (await once(socket, 'message')) as [MessageEvent]
      const { id, result } = JSON.parse(String(message.data))
      if (id === lastId) return result
    }
  }
  try {
    // What one collection finalises, the next one frees.
    for (let round = 0; round < 3; round++) await call('HeapProfiler.collectGarbage')
    const expression = 'JSON.stringify(process.memoryUsage())'
    const { result } = (await call('Runtime.evaluate', { expression })) as { result: { value: string } }
    const { heapUsed, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage
    return { heapBytes: heapUsed, residentBytes: rss }
  } finally {
    socket.close()
  }
}
