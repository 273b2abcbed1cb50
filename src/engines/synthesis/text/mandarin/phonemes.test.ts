import { describe, expect, it } from 'vitest'
import { sichuanese } from '../chinese-dialects/sichuanese.ts'
import { inVocabulary } from '../vocabulary.ts'
import { mandarinPhonemes } from './phonemes.ts'
import { readHan } from './reading.ts'
import { applySandhi } from './sandhi.ts'
import { syllablePhonemes } from './syllable.ts'

const spoken = (text: string): string =>
  applySandhi(readHan(text))
    .map(word => word.map(({ pinyin }) => pinyin).join(' '))
    .join(' ')

describe('the reading of characters', () => {
  it.each([
    ['你好', 'ni2 hao3'],
    ['我很好', 'wo3 hen2 hao3'],
    ['小老虎', 'xiao3 lao2 hu3'],
    ['展览馆', 'zhan2 lan2 guan3'],
    ['一个', 'yi2 ge4'],
    ['一天', 'yi4 tian1'],
    ['第一', 'di4 yi1'],
    ['十一', 'shi2 yi1'],
    ['之一', 'zhi1 yi1'],
    ['一月一日', 'yi1 yue4 yi1 ri4'],
    ['看一看', 'kan4 yi0 kan4'],
    ['不是', 'bu2 shi4'],
    ['不好', 'bu4 hao3'],
    ['好不好', 'hao3 bu0 hao3'],
    ['银行行长', 'yin2 hang2 hang2 zhang3'],
    ['重新', 'chong2 xin1'],
    ['重量', 'zhong4 liang4'],
    ['我还没还钱', 'wo3 hai2 mei2 huan2 qian2'],
    ['他得去银行', 'ta1 dei3 qu4 yin2 hang2'],
    ['跑得快', 'pao3 de0 kuai4'],
    ['获得', 'huo4 de2'],
    ['慢慢地走', 'man4 man4 de0 zou3'],
    ['土地', 'tu3 di4'],
    ['三只猫', 'san1 zhi1 mao1'],
    ['音乐', 'yin1 yue4'],
    ['快乐', 'kuai4 le4'],
    ['朋友', 'peng2 you0'],
    ['瞩目的成就', 'zhu3 mu4 de0 cheng2 jiu4'],
    ['首都', 'shou3 du1'],
    ['都是', 'dou1 shi4'],
  ])('%s is %s', (text, pinyin) => {
    expect(spoken(text)).toBe(pinyin)
  })
})

describe('mandarinPhonemes', () => {
  it.each([
    ['zhong1', '\uAB67ʊ→ŋ'],
    ['yu2', 'y↗'],
    ['xue2', 'ɕɥe↗'],
    ['shi4', 'ʂɨ↘'],
    ['er4', 'ɚ↘'],
    ['lv4', 'ly↘'],
    ['wei4', 'wei↘'],
    ['you3', 'jou↓'],
    ['ma0', 'ma'],
    ['quan2', 'ʨʰɥɛ↗n'],
  ])('spells %s as %s', (pinyin, phonemes) => {
    expect(syllablePhonemes(pinyin)).toBe(phonemes)
  })

  it('parts words, and curls the tongue for 儿', () => {
    expect(mandarinPhonemes('你好世界')).toBe('ni↗xau↓ ʂɨ↘ʨje↘')
    expect(mandarinPhonemes('玩儿')).toBe('wa↗ɻ')
    expect(mandarinPhonemes('女儿')).toBe('ny↓ɚ↗')
  })

  it('knows a sound for every syllable of the library', () => {
    const text =
      '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔儿绿女略'
    for (const character of text) expect(mandarinPhonemes(character)).toMatch(/./)
    expect(inVocabulary(mandarinPhonemes(text))).toBe(true)
  })

  it('says Sichuanese with its own tones and a flat tongue', () => {
    const phonemes = mandarinPhonemes('四川人吃火锅', sichuanese)
    expect(phonemes).not.toMatch(/[ʂɻ\uAB67]/)
    expect(mandarinPhonemes('妈麻马骂', sichuanese).replaceAll(/[^→↗↓↘]/g, '')).toBe('→↓↘↗')
  })
})
