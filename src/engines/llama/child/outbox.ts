import type { ChildMessage, FromChild } from '../protocol.ts'

/** What is said within one turn of the event loop goes together, while llama.cpp computes the next step. */
export function createOutbox(send: (messages: readonly ChildMessage[]) => void): (message: ChildMessage) => void {
  let waiting: ChildMessage[] = []
  return message => {
    waiting.push(message)
    if (waiting.length > 1) return
    setImmediate(() => {
      const messages: FromChild = waiting
      waiting = []
      send(messages)
    })
  }
}
