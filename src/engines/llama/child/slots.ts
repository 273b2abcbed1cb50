import type { NativeContext } from './binding.ts'

export interface Slot {
  /** By which llama.cpp knows the conversation. */
  readonly sequence: number
  /** What llama.cpp has read of it. */
  tokens: number[]
}

export interface Slots {
  /** A free place for a conversation, and how much of the prompt it has read already. */
  take(prompt: readonly number[]): { readonly slot: Slot; readonly cached: number }
  give(slot: Slot): void
}

/** Tokens that are read again sooner than a place is preferred for them. */
const worthKeeping = 16

/**
 * Each place keeps what was last said in it, so that the next turn of a conversation finds it there. Among places that are
 * as good, one beside those at work is taken: llama.cpp computes neighbours together, and others one after the other, which
 * takes two to three times as long.
 */
export function createSlots(context: NativeContext, count: number): Slots {
  /** The one that was used longest ago comes first. */
  const free: Slot[] = Array.from({ length: count }, (_, sequence) => ({ sequence, tokens: [] }))

  const isBusy = (sequence: number) =>
    sequence >= 0 && sequence < count && !free.some(slot => slot.sequence === sequence)

  return {
    take(prompt) {
      const known = new Map(free.map(slot => [slot, sharedLength(slot, prompt)]))
      const most = Math.max(...known.values())
      const asGood = free.filter(slot => (known.get(slot) ?? 0) > most - worthKeeping || most < worthKeeping)
      const slot = asGood.find(({ sequence }) => isBusy(sequence - 1) || isBusy(sequence + 1)) ?? asGood[0]
      if (!slot) throw new Error('no place is free for another conversation')
      free.splice(free.indexOf(slot), 1)
      // The last token is read anew: what follows it is known only then.
      const wanted = Math.min(known.get(slot) ?? 0, prompt.length - 1)
      const cached = forget(context, slot, wanted)
      return { slot, cached }
    },
    give(slot) {
      free.push(slot)
    },
  }
}

/** Gives how much is left: some models forget all or nothing. */
export function forget(context: NativeContext, slot: Slot, from: number): number {
  if (slot.tokens.length <= from) return slot.tokens.length
  const isForgotten = from > 0 && context.removeTokenCellsFromSequence(slot.sequence, from, -1)
  if (!isForgotten) context.disposeSequence(slot.sequence)
  slot.tokens = isForgotten ? slot.tokens.slice(0, from) : []
  return slot.tokens.length
}

function sharedLength({ tokens }: Slot, prompt: readonly number[]): number {
  const end = Math.min(tokens.length, prompt.length)
  let at = 0
  while (at < end && tokens[at] === prompt[at]) at += 1
  return at
}
