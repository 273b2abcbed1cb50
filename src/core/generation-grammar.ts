import type { GenerationEvent } from './generation.ts'

/** Throws at the first event that the grammar of generation does not allow. One checker a stream. */
export function createGrammarChecker(): { check(event: GenerationEvent): void; finish(): void } {
  let state: 'before' | 'between' | 'inside' | 'after' = 'before'
  let part = -1

  const demand = (condition: boolean, event: GenerationEvent) => {
    if (!condition) throw new Error(`event "${event.type}" is not allowed ${state}${part < 0 ? '' : ` (part ${part})`}`)
  }
  return {
    check(event) {
      switch (event.type) {
        case 'started':
          demand(state === 'before', event)
          state = 'between'
          return
        case 'part-start':
          demand(state === 'between' && event.part === part + 1, event)
          part = event.part
          state = 'inside'
          return
        case 'part-delta':
          demand(state === 'inside' && event.part === part, event)
          return
        case 'part-end':
          demand(state === 'inside' && event.part === part, event)
          state = 'between'
          return
        case 'ended':
          demand(state === 'between', event)
          state = 'after'
          return
        case 'failed':
          demand(state === 'between' || state === 'inside', event)
          state = 'after'
          return
      }
    },
    finish() {
      if (state !== 'after') throw new Error(`the events stop ${state}`)
    },
  }
}
