// Builds letter-to-sound.txt from the dictionary: node train-letter-to-sound.ts. Run it again only when the dictionary changes.
import { writeFileSync } from 'node:fs'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { featureCount, letterFeature } from './letter-features.ts'

type Aligned = readonly (readonly [string, string])[]
interface Instance {
  readonly features: readonly string[]
  readonly sound: string
}

const words = Object.entries(dictionary).filter(([word]) => /^[a-z]+$/.test(word))
const heldOut = process.argv.includes('--hold-out')
const training = words.filter((_, index) => !heldOut || index % 20 !== 0)

const plain = (sound: string): string => sound.replaceAll(/\d/g, '')

/** Viterbi: each letter takes none, one or two sounds. */
function align(
  word: string,
  sounds: readonly string[],
  cost: (letter: string, part: string) => number,
): Aligned | undefined {
  const width = sounds.length + 1
  const best = new Float64Array((word.length + 1) * width).fill(Number.POSITIVE_INFINITY)
  const taken = new Uint8Array(best.length)
  best[0] = 0
  for (let letter = 0; letter < word.length; letter++) {
    for (let sound = 0; sound < width; sound++) {
      const here = best[letter * width + sound] ?? Number.POSITIVE_INFINITY
      if (here === Number.POSITIVE_INFINITY) continue
      for (let take = 0; take <= 2 && sound + take < width; take++) {
        const part = sounds
          .slice(sound, sound + take)
          .map(plain)
          .join(' ')
        const total = here + cost(word[letter] ?? '', part)
        const target = (letter + 1) * width + sound + take
        if (total < (best[target] ?? 0)) {
          best[target] = total
          taken[target] = take
        }
      }
    }
  }
  if (best[best.length - 1] === Number.POSITIVE_INFINITY) return undefined
  const aligned: [string, string][] = []
  let sound = sounds.length
  for (let letter = word.length; letter > 0; letter--) {
    const take = taken[letter * width + sound] ?? 0
    aligned.unshift([word[letter - 1] ?? '', sounds.slice(sound - take, sound).join(' ')])
    sound -= take
  }
  return aligned
}

const vowelLetters = new Set('aeiouyw')
function firstCost(letter: string, part: string): number {
  if (part === '') return 2
  const vowels = part.split(' ').filter(sound => /^[AEIOU]/.test(sound)).length
  const isVowel = vowelLetters.has(letter)
  return part.split(' ').length * 2 - 1 + (isVowel === vowels > 0 ? 0 : 3)
}

function alignAll(): Aligned[] {
  let cost = firstCost
  let aligned: Aligned[] = []
  for (let round = 0; round < 5; round++) {
    aligned = []
    const counts = new Map<string, number>()
    const totals = new Map<string, number>()
    for (const [word, sounds] of training) {
      const found = align(word, sounds.split(' '), cost)
      if (!found) continue
      aligned.push(found)
      for (const [letter, part] of found) {
        counts.set(`${letter}|${plain(part)}`, (counts.get(`${letter}|${plain(part)}`) ?? 0) + 1)
        totals.set(letter, (totals.get(letter) ?? 0) + 1)
      }
    }
    cost = (letter, part) => -Math.log(((counts.get(`${letter}|${part}`) ?? 0) + 0.01) / (totals.get(letter) ?? 1))
  }
  return aligned
}

function instancesOf(aligned: readonly Aligned[]): Instance[] {
  const instances: Instance[] = []
  for (const pairs of aligned) {
    const word = pairs.map(([letter]) => letter).join('')
    const right: string[] = []
    for (let index = pairs.length - 1; index >= 0; index--) {
      const sound = pairs[index]?.[1] ?? ''
      const features = Array.from({ length: featureCount }, (_, feature) =>
        letterFeature({ word, index, right }, feature),
      )
      instances.push({ features, sound })
      if (sound !== '') right.unshift(...sound.split(' '))
    }
  }
  return instances
}

function tally(instances: readonly Instance[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sound } of instances) counts.set(sound, (counts.get(sound) ?? 0) + 1)
  return counts
}

function entropy(counts: ReadonlyMap<string, number>, total: number): number {
  let bits = 0
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total)
  return bits
}

const smallest = 4

/** A node is written `default` or `default<feature>{value:node;…}`; a branch that says the same as its parent is left out. */
function grow(instances: readonly Instance[], feature0: number | undefined): string {
  const counts = tally(instances)
  const [top] = [...counts].sort((a, b) => b[1] - a[1])
  const sound = top?.[0] ?? ''
  if (counts.size === 1 || instances.length < smallest || instances.length - (top?.[1] ?? 0) < 2) return sound
  let bestFeature = -1
  let bestGain = 0.01
  let bestGroups = new Map<string, Instance[]>()
  const before = entropy(counts, instances.length)
  for (let feature = feature0 ?? 0; feature < featureCount; feature++) {
    const groups = Map.groupBy(instances, instance => instance.features[feature] ?? '')
    if (groups.size === 1) continue
    let after = 0
    let spread = 0
    for (const group of groups.values()) {
      const share = group.length / instances.length
      after += share * entropy(tally(group), group.length)
      spread -= share * Math.log2(share)
    }
    const gain = (before - after) / (spread + 0.5)
    if (gain > bestGain) [bestFeature, bestGain, bestGroups] = [feature, gain, groups]
    if (feature0 === undefined) break
  }
  if (bestFeature < 0) return sound
  const branches = [...bestGroups]
    .map(([value, group]) => [value, grow(group, 1)] as const)
    .filter(([, node]) => node !== sound)
    .map(([value, node]) => `${value}:${node}`)
  return branches.length === 0 ? sound : `${sound}<${bestFeature}{${branches.join(';')}}`
}

const tree = grow(instancesOf(alignAll()), undefined)
writeFileSync(new URL('./letter-to-sound.txt', import.meta.url), `${tree}\n`)
