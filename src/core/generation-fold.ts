import type { BuiltInResults, Ended, GenerationEvent, GenerationStream, Started } from './generation.ts'
import { readAll } from './ready.ts'

export type AnswerPart =
  | { readonly kind: 'reasoning' | 'text'; readonly text: string }
  | {
      readonly kind: 'tool-call'
      readonly id: string
      readonly name: string
      readonly arguments: string
      readonly builtIn?: BuiltInResults
    }

export interface Answer {
  readonly started: Started
  readonly parts: readonly AnswerPart[]
  readonly ended: Ended
}

/** The whole answer is the stream, folded. Throws the error of a stream that failed. */
export async function foldGeneration(stream: GenerationStream): Promise<Answer> {
  const fold = createFold()
  await readAll(stream, fold.add)
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
            event.kind === 'tool-call' ? whole => callOf(event, whole) : whole => ({ kind: event.kind, text: whole })
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

type CallStart = Extract<GenerationEvent, { kind: 'tool-call' }>

function callOf({ id, name, builtIn }: CallStart, written: string): AnswerPart {
  const call = { kind: 'tool-call' as const, id, name, arguments: written }
  return builtIn ? { ...call, builtIn } : call
}

/** The text that a kind of part adds up to. */
export function textOf(parts: readonly AnswerPart[], kind: 'reasoning' | 'text'): string {
  return parts.map(part => (part.kind === kind ? part.text : '')).join('')
}
