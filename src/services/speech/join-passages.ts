import type { Sound } from '../../core/sound.ts'

const fadeSeconds = 0.003

/** The sounds of passages one after the other. Where two meet, both are faded: a voice need not begin or end at zero. */
export async function* joinPassages(passages: readonly (() => AsyncIterable<Sound>)[]): AsyncGenerator<Sound> {
  const [only] = passages
  if (passages.length === 1 && only) {
    yield* only()
    return
  }
  for (const [place, speak] of passages.entries()) {
    let held: Sound | undefined
    let isFirst = place > 0
    for await (const sound of speak()) {
      if (held) yield held
      held = isFirst ? faded(sound, 'in') : sound
      isFirst = false
    }
    if (held) yield place < passages.length - 1 ? faded(held, 'out') : held
  }
}

function faded({ samples, rate }: Sound, way: 'in' | 'out'): Sound {
  const length = Math.min(samples.length, Math.round(rate * fadeSeconds))
  const copy = samples.slice()
  for (let n = 0; n < length; n++) {
    const place = way === 'in' ? n : copy.length - 1 - n
    copy[place] = ((copy[place] ?? 0) * n) / length
  }
  return { samples: copy, rate }
}
