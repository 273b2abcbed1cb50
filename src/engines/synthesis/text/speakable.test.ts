import { beforeAll, describe, expect, it } from 'vitest'
import { loadTextFrontEnd, type SpeakableOptions, speakable, type Utterance } from './speakable.ts'
import { inVocabulary } from './vocabulary.ts'

const say = (text: string, options: Partial<SpeakableOptions> = {}): Utterance[] => [
  ...speakable(text, { voiceLanguage: 'english', pronunciations: [], ...options }),
]
const words = (text: string, options: Partial<SpeakableOptions> = {}): string =>
  say(text, options)
    .map(utterance => utterance.words)
    .join(' | ')

beforeAll(() => loadTextFrontEnd('かな'))

describe('mixed languages', () => {
  it.each([
    ['我用Python写代码', '我用 Python 写代码'],
    ['这个API返回JSON', '这个 A P I 返回 JSON'],
    ['响应时间小于200ms。', '响应时间小于二百毫秒.'],
    ['The word 你好 means hello.', 'The word 你好 means hello.'],
    ['In 1999 he learned 汉字.', 'In nineteen ninety nine he learned 汉字.'],
    ['他买了3本book。', '他买了三本 book.'],
    ['我的iPhone 15坏了。', '我的 iPhone 十五坏了.'],
    ['CEO说2026年会更好。', 'C E O 说二零二六年会更好.'],
    ['发邮件到bob@example.com。', '发邮件到 bob at example dot com.'],
    ['温度是25°C。', '温度是二十五摄氏度.'],
    ['Temperature: 25°C.', 'Temperature: twenty five degrees Celsius.'],
    ['他说「ありがとう」。', '他说ありがとう.'],
    ['私はPythonが好きです。', '私は Python が好きです.'],
    ['東京は2回目です。', '東京はニカイ目です.'],
    ['OK，没问题！', 'OK, 没问题!'],
    ['用了5G和WiFi。', '用了五 G 和 WiFi.'],
    ['Let us meet at 北京大学 at 3pm.', 'Let us meet at 北京大学 at three P M.'],
    ['价格$5。', '价格五美元.'],
    ['第1章：Introduction', '第一章:Introduction'],
    ['GPT-4和Claude 3', 'G P T four 和 Claude three'],
    ['微信/WeChat都行', '微信 WeChat 都行'],
  ])('reads %j as %j', (written, spoken) => {
    expect(words(written, { voiceLanguage: 'mandarin' })).toBe(spoken)
  })

  it('keeps a foreign word inside the breath of its sentence', () => {
    const [only, ...more] = say('我喜欢Python。', { voiceLanguage: 'mandarin' })
    expect(more).toHaveLength(0)
    expect(only?.language).toBe('mandarin')
    expect(only?.phonemes).toBe('wo↗ ɕi↓xwan pˈIθɑn.')
  })

  it('reads bare figures in the language of the voice, or of what came before', () => {
    expect(words('42')).toBe('forty two')
    expect(words('42', { voiceLanguage: 'mandarin' })).toBe('四十二')
    expect(words('42', { language: 'japanese' })).toBe('ヨンジュウニ')
    expect(words('答案是什么？42。')).toBe('答案是什么? | 四十二.')
  })

  it('names the language of each utterance', () => {
    expect(say('Hello there.')[0]?.language).toBe('english')
    expect(say('Hello there.', { accent: 'british' })[0]?.language).toBe('british')
    expect(say('你好。')[0]?.language).toBe('mandarin')
    expect(say('こんにちは。')[0]?.language).toBe('japanese')
    expect(say('你好。', { language: 'cantonese' })[0]?.language).toBe('cantonese')
    expect(say('你好。', { language: 'sichuanese' })[0]?.language).toBe('sichuanese')
    expect(say('東京。', { language: 'japanese' })[0]?.phonemes).toBe('toːkʲoː.')
  })
})

describe('clauses', () => {
  const long =
    'The quick brown fox jumps over the lazy dog because it wanted to get to the other side of the very long and winding road that leads to your door, and nobody in the village had ever seen such an animal before that strange and wonderful morning.'

  it('begins with a short one that ends at a phrase border', () => {
    expect(say(long)[0]?.words).toBe('The quick brown fox jumps over the lazy dog')
    expect(say('首先，我们要感谢所有参加这次会议的朋友们。')[0]?.phonemes.length).toBeLessThan(90)
  })

  it('makes none longer than Kokoro says well', () => {
    const endless = [
      long.replaceAll(/[,.]/g, ''),
      '我们在历史文化经济科技等领域取得了成就'.repeat(12),
      'word '.repeat(400),
      'antidisestablishmentarianism '.repeat(60),
    ]
    for (const text of endless) for (const { phonemes } of say(text)) expect(phonemes.length).toBeLessThanOrEqual(260)
  })

  it('loses no word by cutting', () => {
    const spoken = words(long).replaceAll(/[^A-Za-z]/g, '')
    expect(spoken).toBe(long.replaceAll(/[^A-Za-z]/g, ''))
  })

  it('rests longer behind a sentence than behind a comma, longest behind a paragraph', () => {
    const rests = say('After all of this happened to us in the city, we went home again. It was late.\nThe end.').map(
      ({ pause }) => pause,
    )
    const [comma = 0, sentence = 0, paragraph = 0] = rests
    expect(comma).toBeGreaterThan(0)
    expect(sentence).toBeGreaterThan(comma)
    expect(paragraph).toBeGreaterThan(sentence)
  })

  it('does not end a sentence at an abbreviation, a figure or an address', () => {
    const spoken = say('Dr. Smith met Mr. J. Doe at 3.5 miles, see example.com today.')
    expect(spoken.filter(({ pause }) => pause >= 0.3)).toHaveLength(1)
    expect(words('No. He left at 9 a.m. It was cold.')).toBe('No. | He left at nine A M. | It was cold.')
    expect(say('It is over. Go home now.')).toHaveLength(2)
  })

  it('makes each only when asked, so that a long text begins at once', () => {
    const first = speakable(`${long} `.repeat(2000), { voiceLanguage: 'english', pronunciations: [] })
    const started = performance.now()
    expect(first.next().value?.words).toContain('The quick')
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('what cannot be said', () => {
  it('drops pictures beside words, and names them when they are alone', () => {
    expect(words('Great job 🎉🎉!')).toBe('Great job!')
    expect(words('👍')).toBe('thumbs up')
    expect(words('👍', { voiceLanguage: 'mandarin' })).toBe('点赞')
  })

  it('yields nothing for nothing', () => {
    for (const text of ['', '   ', '...', '？！', '\n\n']) expect(say(text)).toEqual([])
  })

  it('emits only what Kokoro knows, whatever comes in', () => {
    const odd = [
      'Привет мир',
      'مرحبا',
      '안녕하세요',
      'naïve café Zürich',
      '𝓗𝓮𝓵𝓵𝓸',
      'a\u0000b\uE123c',
      '½ ¾ ∑ ∫',
      'ｆｕｌｌ　ｗｉｄｔｈ１２',
      '龘𠮷',
      '<b>bold</b> `code` **x**',
      '々〆ヶ',
      '1'.repeat(500),
    ]
    for (const text of odd) {
      for (const voiceLanguage of ['english', 'mandarin'] as const) {
        for (const { phonemes } of say(text, { voiceLanguage })) expect(inVocabulary(phonemes)).toBe(true)
      }
    }
  })
})

describe('given pronunciations', () => {
  it('takes tone digits, respellings and IPA, the longest written form first, in any case', () => {
    const pronunciations = [
      { written: '法', spoken: 'fa3' },
      { written: '法国', spoken: 'fa4 guo2' },
      { written: 'tomato', spoken: 'toh-MAH-toh' },
      { written: 'Nginx', spoken: '/ˈɛndʒɪnɛks/' },
      { written: '处理', spoken: '(chu3)(li3)' },
      { written: '甲', spoken: '乙' },
    ]
    const sound = (text: string): string | undefined => say(text, { pronunciations })[0]?.phonemes
    expect(sound('法国')).toBe('fa↘kwo↗')
    expect(sound('法')).toBe('fa↓')
    expect(sound('Tomato')).toBe('tOmˈɑtO')
    expect(sound('nginx')).toBe('ˈɛnʤɪnɛks')
    expect(sound('处理')).toBe('\uAB67ʰu↓li↓')
    expect(sound('甲')).toBe('i↓')
    expect(sound('tomatoes')).toBe('təmˈATOz')
  })

  it('leaves out sounds of the caller that Kokoro does not know', () => {
    expect(say('x', { pronunciations: [{ written: 'x', spoken: '/ɓʘmˈi/' }] })[0]?.phonemes).toBe('mˈi')
  })

  it('takes written forms with signs that mean something in patterns', () => {
    expect(say('C++ (x)', { pronunciations: [{ written: 'C++', spoken: 'see plus' }] })[0]?.phonemes).toContain(
      'sˈi plˈʌs',
    )
  })
})
