import type { Place, Sighting } from '../../core/sight.ts'
import { fitInto } from './room.ts'

const maxNames = 8
const maxPlaces = 4
const least = 0.5
const sure = 0.75

/** What was seen, in words that a model can use: short, and clearly not the caller's own. */
export function pictureWords(seen: Sighting, room: number): string {
  const { width, height } = seen
  const shape = width > height * 1.1 ? 'wide' : height > width * 1.1 ? 'tall' : 'square'
  const text = textOf(seen)
  const parts = [`a ${seen.kind}, ${width}×${height} pixels (${shape})`, ...sightWords(seen)]
  parts.push(text === '' ? 'no text can be read in it' : `text in it, line by line:\n${fitInto(text, room)}`)
  return parts.join('; ')
}

/** The same for one of several pictures of a video. */
export function frameWords(seen: Sighting, room: number): string {
  const text = textOf(seen).replaceAll('\n', ' / ')
  const parts = [`a ${seen.kind}`, ...sightWords(seen)]
  if (text !== '') parts.push(`text: ${fitInto(text, room)}`)
  return parts.join('; ')
}

function sightWords({ colours, objects }: Sighting): string[] {
  const things = objects.filter(({ certainty }) => certainty >= least)
  return [
    ...(colours.length > 0 ? [`colours: ${colours.map(({ name }) => name).join(', ')}`] : []),
    ...(things.length > 0 ? [`in it: ${thingsWords(things)}`] : []),
  ]
}

/** Things of one name together, the surest first. */
function thingsWords(things: Sighting['objects']): string {
  const byName = Map.groupBy(things, ({ name }) => name)
  return [...byName]
    .slice(0, maxNames)
    .map(([name, [first, ...others]]) => {
      const all = first ? [first, ...others] : others
      const places = [...new Set(all.map(placeWords))].slice(0, maxPlaces).join(', ')
      const doubt = first && first.certainty < sure ? `; ${Math.round(first.certainty * 100)} % sure` : ''
      return `${counted(name, all.length)} (${places}${doubt})`
    })
    .join(', ')
}

function counted(name: string, count: number): string {
  if (count === 1) return name
  return name === 'person' ? `${count} people` : `${count} × ${name}`
}

/** Where its middle lies, and whether it fills the picture. */
export function placeWords({ left, top, width, height }: Place): string {
  if (width * height > 0.7) return 'filling the picture'
  const across = third(left + width / 2, ['left', 'centre', 'right'])
  const down = third(top + height / 2, ['top', 'middle', 'bottom'])
  if (across === 'centre' && down === 'middle') return 'centre'
  return across === 'centre' ? down : down === 'middle' ? across : `${down} ${across}`
}

function third<Word>(at: number, [first, second, last]: readonly [Word, Word, Word]): Word {
  return at < 1 / 3 ? first : at > 2 / 3 ? last : second
}

function textOf({ lines }: Sighting): string {
  return lines.map(line => line.text).join('\n')
}
