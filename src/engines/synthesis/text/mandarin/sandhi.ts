export interface Syllable {
  readonly character: string
  readonly pinyin: string
}

const tone = (syllable: Syllable | undefined): string => syllable?.pinyin.at(-1) ?? ''
const withTone = (syllable: Syllable, digit: string): Syllable => ({
  ...syllable,
  pinyin: syllable.pinyin.replace(/\d$/, digit),
})

const numeral = /[零〇一二三四五六七八九十百千万亿点年月第]/

/** 一 and 不 change with what follows; among figures and at the end they keep their own tone. */
function oneAndNot(words: readonly (readonly Syllable[])[]): Syllable[][] {
  const flat = words.flat()
  let place = -1
  return words.map(word =>
    word.map((syllable, index) => {
      place++
      const before = flat[place - 1]
      const after = flat[place + 1]
      if (syllable.character === '不' && /\d$/.test(syllable.pinyin)) {
        if (before !== undefined && before.character === after?.character) return withTone(syllable, '0')
        return tone(syllable) === '0' ? syllable : withTone(syllable, tone(after) === '4' ? '2' : '4')
      }
      if (syllable.character !== '一' || !syllable.pinyin.startsWith('yi')) return syllable
      if (before !== undefined && before.character === after?.character) return withTone(syllable, '0')
      const closes = word.length > 1 && index === word.length - 1
      if (closes || after === undefined || tone(after) === '') return withTone(syllable, '1')
      const counted = before !== undefined && numeral.test(before.character) && !/[百千万亿]/.test(after.character)
      if (
        counted ||
        /[二三四五六七八九零〇一十点月日号年楼班级]/.test(after.character) ||
        /^[第初十]$/.test(before?.character ?? '')
      )
        return withTone(syllable, '1')
      const soft = tone(after) === '0' ? (after.character === '个' ? '4' : '1') : tone(after)
      return withTone(syllable, soft === '4' ? '2' : '4')
    }),
  )
}

/** Inside a word the earlier of two third tones rises; 小老虎 (1+2) keeps its first low. */
function insideWord(word: readonly Syllable[]): Syllable[] {
  if (
    word.length === 3 &&
    word.every(syllable => tone(syllable) === '3') &&
    /^[小老我你很想好买有]$/.test(word[0]?.character ?? '')
  ) {
    return word.map((syllable, index) => (index === 1 ? withTone(syllable, '2') : syllable))
  }
  return word.map((syllable, index) =>
    tone(syllable) === '3' && tone(word[index + 1]) === '3' ? withTone(syllable, '2') : syllable,
  )
}

/** Between words it happens where one of them is a single syllable, so that they are said in one breath. */
export function applySandhi(words: readonly (readonly Syllable[])[]): Syllable[][] {
  const result = oneAndNot(words).map(insideWord)
  for (let index = result.length - 2; index >= 0; index--) {
    const word = result[index]
    const next = result[index + 1]
    const last = word?.at(-1)
    if (word === undefined || next === undefined || last === undefined) continue
    const close = word.length === 1 || next.length === 1
    if (close && tone(last) === '3' && tone(next[0]) === '3') word[word.length - 1] = withTone(last, '2')
  }
  return result
}
