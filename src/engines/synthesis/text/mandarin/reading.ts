import { pinyin } from 'pinyin-pro'
import { ownWords } from './own-words.ts'
import type { Syllable } from './sandhi.ts'

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const han = /^\p{Script=Han}+$/u

function library(text: string): string[] {
  return pinyin(text, { toneType: 'num', type: 'array', v: true, toneSandhi: false })
}

/** Characters whose sound the neighbours decide, where the library takes the most frequent one. */
function byNeighbours(word: string, before: string, after: string): string | undefined {
  if (word === '得') {
    if (
      /^(去|走|要|买|做|看|把|先|赶|用|给|让|有|想|学|回|等|说|写|跟|在|自己|马上|赶紧|好好)/.test(after) &&
      /[我你他她它们人都还就也们]$/.test(before)
    )
      return 'dei3'
    return before === '' ? 'de2' : 'de0'
  }
  if (word === '地')
    return before !== '' && /[地然的心力速静快慢]$|(.)\1$/u.test(before) && after !== '' ? 'de0' : undefined
  if (word === '着') return before === '' ? undefined : 'zhe0'
  if (word === '还')
    return /^(钱|给|书|你|我|他|她|债|款|清)/.test(after) && !/^(你们|我们)?(是|会|要|能|有)/.test(after.slice(1))
      ? 'huan2'
      : 'hai2'
  if (word === '长') return /^(得|着|出|高|胖)/.test(after) ? 'zhang3' : undefined
  if (word === '只') return /[一二两三四五六七八九十百几数]$/.test(before) ? 'zhi1' : 'zhi3'
  if (word === '行') return /[一二两三四五六七八九十百几每第]$/.test(before) ? 'hang2' : 'xing2'
  if (word === '都') return 'dou1'
  if (word === '为') return /[成作变称认以视]$/.test(before) ? 'wei2' : undefined
  if (word === '数') return /^[一数]/.test(after) || /[一]$/.test(before) ? 'shu3' : undefined
  if (word === '种')
    return /[一二两三四五六七八九十百这那哪各几多每某]$/.test(before)
      ? 'zhong3'
      : /^(树|菜|花|地|田|在)/.test(after)
        ? 'zhong4'
        : undefined
  if (word === '嗯') return 'en4'
  if (word === '的') return 'de0'
  if (word === '了') return 'le0'
  return undefined
}

/** Text of Han characters only → words of syllables, light tone 0. */
export function readHan(text: string): Syllable[][] {
  const words = [...segmenter.segment(text)].map(({ segment }) => segment).filter(segment => han.test(segment))
  const whole = library(words.join(''))
  let place = 0
  let before = ''
  return words.flatMap((word, index) => {
    const characters = [...word]
    const after = words.slice(index + 1).join('')
    const inContext = whole.slice(place, place + characters.length)
    place += characters.length
    const sounds =
      characters.length === 1 ? [byNeighbours(word, before, after) ?? inContext[0] ?? ''] : sound(word, inContext)
    before += word
    return [characters.map((character, at): Syllable => ({ character, pinyin: sounds[at] ?? '' }))]
  })
}

function sound(word: string, inContext: readonly string[]): readonly string[] {
  const own = ownWords.get(word)
  if (own !== undefined) return own
  const characters = [...word]
  // What the segmenter joined may begin or end with a word that we know.
  for (let cut = characters.length - 1; cut >= 2; cut--) {
    const head = ownWords.get(characters.slice(0, cut).join(''))
    if (head !== undefined) return [...head, ...library(characters.slice(cut).join(''))]
    const tail = ownWords.get(characters.slice(-cut).join(''))
    if (tail !== undefined) return [...library(characters.slice(0, -cut).join('')), ...tail]
  }
  const alone = library(word)
  return lighten(characters, alone.length === characters.length ? alone : inContext)
}

const strongGet = /^(获|取|求|赢|夺|心|难|所|博|购|习|一|不|只|总)$/

/** 得 and 地 behind what they describe are light, wherever the segmenter put them. */
function lighten(characters: readonly string[], sounds: readonly string[]): string[] {
  return sounds.map((sound, at) => {
    const before = characters[at - 1]
    if (characters[at] === '得') {
      if (before === undefined)
        return /[很太更多不]/.test(characters[at + 1] ?? '') && characters.length === 2 ? 'de0' : sound
      return strongGet.test(before) ? sound : 'de0'
    }
    if (characters[at] === '地' && at === characters.length - 1 && at >= 2 && before === characters[at - 2])
      return 'de0'
    return sound
  })
}
