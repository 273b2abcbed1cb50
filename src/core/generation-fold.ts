import type { Ended, GenerationEvent, GenerationStream, Started } from './generation.ts'

export type AnswerPart =
  | { readonly kind: 'reasoning' | 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }

export interface Answer {
  readonly started: Started
  readonly parts: readonly AnswerPart[]
  readonly ended: Ended
}

/** The whole answer is the stream, folded. Throws the error of a stream that failed. */
export async function foldGeneration(stream: GenerationStream): Promise<Answer> {
  const fold = createFold()
  for await (const event of stream) fold.add(event)
  return fold.answer()
}

/** For those who see the events one by one anyway. */
export function createFold(): {
  add(event: GenerationEvent): void
  readonly parts: readonly AnswerPart[]
  answer(): Answer
} {
  const parts: AnswerPart[] = []
  let open: ((text: string) => AnswerPart) | undefined
  let text = ''
  let started: Started | undefined
  let ended: Ended | undefined
  return {
    parts,
    add(event) {
      switch (event.type) {
        case 'started':
          started = event
          return
        case 'part-start':
          text = ''
          open =
            event.kind === 'tool-call'
              ? whole => ({ kind: 'tool-call', id: event.id, name: event.name, arguments: whole })
              : whole => ({ kind: event.kind, text: whole })
          return
        case 'part-delta':
          text += event.text
          return
        case 'part-end':
          if (open) parts.push(open(text))
          return
        case 'ended':
          ended = event
          return
        case 'failed':
          throw event.error
      }
    },
    answer() {
      if (!started || !ended) throw new Error('the events of a generation stopped before its end')
      return { started, parts, ended }
    },
  }
}

/** The text that a kind of part adds up to. */
export function textOf(parts: readonly AnswerPart[], kind: 'reasoning' | 'text'): string {
  return parts.map(part => (part.kind === kind ? part.text : '')).join('')
}
