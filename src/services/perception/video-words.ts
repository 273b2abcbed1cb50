import type { Sighting } from '../../core/sight.ts'
import { frameWords } from './picture-words.ts'
import { fitInto } from './room.ts'

export interface SeenVideo {
  readonly seconds: number
  readonly looks: readonly { readonly at: number; readonly seen: Sighting }[]
  readonly sound: 'none' | { readonly said: string } | { readonly unheard: string }
}

interface Scene {
  readonly from: number
  readonly to: number
  readonly seen: Sighting
}

/** What is said gets as much room as what is seen. */
export function videoWords({ seconds, looks, sound }: SeenVideo, room: number): string {
  const [first] = looks
  const size = first ? `, ${first.seen.width}×${first.seen.height} pixels` : ''
  const all = scenes(looks)
  const told = all.map(({ from, to, seen }) => {
    const when = from === to ? from.toFixed(1) : `${from.toFixed(1)} to ${to.toFixed(1)}`
    return `at ${when} s: ${frameWords(seen, room / 2 / all.length)}`
  })
  return [`${seconds.toFixed(1)} seconds${size}`, ...told, soundWords(sound, room / 2)].join('\n')
}

function soundWords(sound: SeenVideo['sound'], room: number): string {
  if (sound === 'none') return 'It has no sound that can be heard.'
  if ('unheard' in sound) return `Its sound could not be transcribed: ${sound.unheard}`
  return sound.said === '' ? 'No speech was heard in it.' : `What is said in it: "${fitInto(sound.said, room)}"`
}

/** Looks that show the same, one after the other, are told once. */
function scenes(looks: SeenVideo['looks']): Scene[] {
  const found: Scene[] = []
  for (const { at, seen } of looks) {
    const last = found.at(-1)
    if (last && gist(last.seen) === gist(seen)) found[found.length - 1] = { ...last, to: at }
    else found.push({ from: at, to: at, seen })
  }
  return found
}

function gist({ kind, lines, objects, colours }: Sighting): string {
  const text = lines.map(line => line.text.replaceAll(/\W/g, '').toLowerCase()).join()
  const things = objects.map(({ name }) => name).toSorted()
  return JSON.stringify([kind, text, [...new Set(things)], colours[0]?.name])
}
