import { readFileSync } from 'node:fs'
import { fromArpabet } from './arpabet.ts'
import { letterFeature } from './letter-features.ts'

interface Node {
  readonly sound: string
  readonly feature: number
  readonly branches: ReadonlyMap<string, Node>
}

let tree: Node | undefined

/** The sound of a word that no dictionary has, by a decision tree that was grown from the dictionary. */
export function guessSound(word: string): string {
  tree ??= parseTree(readFileSync(new URL('./letter-to-sound.txt', import.meta.url), 'utf8').trim())
  const right: string[] = []
  for (let index = word.length - 1; index >= 0; index--) {
    const place = { word, index, right }
    let node = tree
    for (let next: Node | undefined = node; next; next = node.branches.get(letterFeature(place, node.feature)))
      node = next
    if (node.sound !== '') right.unshift(...node.sound.split(' '))
  }
  return fromArpabet(oneStress(right).join(' '))
}

/** Exactly one vowel carries the word: the first that the tree stressed, else the first there is. */
function oneStress(sounds: readonly string[]): string[] {
  const stressed = sounds.findIndex(sound => sound.endsWith('1'))
  const chosen = stressed >= 0 ? stressed : sounds.findIndex(sound => /\d$/.test(sound))
  return sounds.map((sound, index) => {
    if (index === chosen) return sound.replace(/\d$/, '1')
    return index > chosen ? sound.replace(/1$/, '2') : sound
  })
}

function parseTree(text: string): Node {
  let at = 0
  const node = (): Node => {
    const start = at
    while (at < text.length && !'<;}'.includes(text[at] ?? '')) at++
    const sound = text.slice(start, at)
    const branches = new Map<string, Node>()
    if (text[at] !== '<') return { sound, feature: 0, branches }
    const open = text.indexOf('{', at)
    const feature = Number(text.slice(at + 1, open))
    at = open
    while (text[at] !== '}') {
      const colon = text.indexOf(':', ++at)
      const value = text.slice(at, colon)
      at = colon + 1
      branches.set(value, node())
    }
    at++
    return { sound, feature, branches }
  }
  return node()
}
