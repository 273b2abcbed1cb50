import type { Sound } from '../../core/sound.ts'

/** What was spoken lately, so that the same phrase need not be spoken again. */
export interface SoundMemory {
  /** The sound of that name: as it was, or as it is made now. */
  recall(name: string, make: () => AsyncIterable<Sound>): AsyncIterable<Sound>
}

/** Bounded by its bytes; what was not asked for the longest goes first. */
export function createSoundMemory(maxBytes: number): SoundMemory {
  const kept = new Map<string, { readonly sounds: readonly Sound[]; readonly bytes: number }>()
  const largest = maxBytes / 8
  let total = 0

  function forget(name: string): void {
    total -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }

  function keep(name: string, sounds: readonly Sound[], bytes: number): void {
    forget(name)
    kept.set(name, { sounds, bytes })
    total += bytes
    for (const oldest of kept.keys()) {
      if (total <= maxBytes) return
      forget(oldest)
    }
  }

  return {
    async *recall(name, make) {
      const known = kept.get(name)
      if (known) {
        keep(name, known.sounds, known.bytes)
        yield* known.sounds
        return
      }
      let made: Sound[] | undefined = []
      let bytes = 0
      for await (const sound of make()) {
        bytes += sound.samples.byteLength
        if (bytes > largest) made = undefined
        made?.push(sound)
        yield sound
      }
      // Only what came to its end is worth keeping.
      if (made) keep(name, made, bytes)
    },
  }
}
