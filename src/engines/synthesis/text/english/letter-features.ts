/** What the tree that guesses the sound of a letter may ask. Read from the end of the word, because English stress is. */
export interface LetterPlace {
  readonly word: string
  readonly index: number
  /** Sounds already chosen to the right, nearest first. */
  readonly right: readonly string[]
}

export const featureCount = 13

export function letterFeature(place: LetterPlace, feature: number): string {
  const { word, index, right } = place
  if (feature === 0) return word[index] ?? '#'
  if (feature <= 8) {
    const distance = (feature + 1) >> 1
    return word[feature % 2 === 1 ? index + distance : index - distance] ?? '#'
  }
  if (feature === 9) return right[0] ?? '#'
  if (feature === 10) return right[1] ?? '#'
  if (feature === 11) return right.some(sound => sound.includes('1')) ? 'stressed' : 'free'
  return `${Math.min(right.join(' ').match(/\d/g)?.length ?? 0, 4)}/${Math.min(word.slice(0, index).match(/[aeiouy]+/g)?.length ?? 0, 3)}`
}
