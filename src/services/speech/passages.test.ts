import { describe, expect, it } from 'vitest'
import type { PlatformError } from '../../core/errors.ts'
import { type Manner, plainManner } from '../../core/speech.ts'
import { readDirections } from './directions.ts'
import { changeManner } from './manner-change.ts'
import { changesNamedBy } from './manner-words.ts'
import { withoutMarkdown } from './markdown.ts'
import { passagesOf, type TextToSpeak } from './passages.ts'
import { changeOfLabel, emotions, styles } from './voice-labels.ts'

const passages = (input: string, more: Partial<TextToSpeak> = {}) =>
  passagesOf({ input, isMarkdown: false, hasDirections: true, ...more })
const mannerOf = (words: string): Manner => changesNamedBy(words).reduce(changeManner, plainManner)

describe('parentheses', () => {
  it.each([
    ['(softly) Hello.', ['Hello.']],
    ['（温柔地）你好。', ['你好。']],
    ['Hello (slowly) world', ['Hello', 'world']],
    ['Hello (a (b) c) world', ['Hello', 'world']],
    ['（高兴)你好', ['你好']],
    ['Hello () world', ['Hello', 'world']],
    ['Hello (never closed', ['Hello never closed']],
    ['Hello) world', ['Hello world']],
    ['Nothing here', ['Nothing here']],
  ])('of %s are not spoken', (text, spoken) => {
    expect(passages(text).map(passage => passage.text)).toEqual(spoken)
  })

  it('are text for the other models', () => {
    expect(passages('Hello (slowly) world', { hasDirections: false })).toEqual([
      { text: 'Hello (slowly) world', manner: plainManner },
    ])
  })

  it('hold from where they stand until the next', () => {
    const [first, second, third, fourth] = passages('Now (whispering) this (laughs) that (fast) go')
    expect(first?.manner).toEqual(plainManner)
    expect(second?.manner).toMatchObject({ whisper: 0.9, pace: 1, instruction: 'whispering' })
    expect(third?.manner).toMatchObject({ whisper: 0.9 })
    expect(fourth?.manner).toMatchObject({ whisper: 0, pace: 1.25 })
  })

  it('add to the instruction', () => {
    const [passage] = passages('(fast) go', { instruction: 'in a deep tone' })
    expect(passage?.manner).toMatchObject({ pitch: -3, pace: 1.25, instruction: 'in a deep tone; fast' })
  })

  it('find the same text whatever their kind', () => {
    expect(readDirections('（慢）好(快)的')).toEqual([
      { direction: '慢', text: '好' },
      { direction: '快', text: '的' },
    ])
  })
})

describe('nothing to speak', () => {
  it.each(['   ', '...', '(whisper)', '（高兴）', '?!', '🎉', '()', '\n\t'])('is refused: %j', text => {
    let error: PlatformError | undefined
    try {
      passages(text)
    } catch (caught) {
      error = caught as PlatformError
    }
    expect(error).toMatchObject({ code: 'request_params_invalid', param: 'input' })
    expect(error?.message).toContain(JSON.stringify(text))
  })

  it('but a digit or one character of any script is something', () => {
    for (const text of ['7', '好', 'é', 'あ', '한']) expect(passages(text)).toHaveLength(1)
  })
})

describe('words of manner', () => {
  it.each<[string, (manner: Manner) => boolean]>([
    ['speak slowly', manner => manner.pace < 0.9],
    ['说慢一点', manner => manner.pace < 1 && manner.pace > 0.8],
    ['语速很快', manner => manner.pace > 1.3],
    ['very fast', manner => manner.pace > 1.3],
    ['a bit faster', manner => manner.pace > 1.05 && manner.pace < 1.2],
    ['do not speak fast', manner => manner.pace === 1],
    ['不要太快', manner => manner.pace === 1],
    ['快乐', manner => manner.pitch > 0 && manner.pace < 1.1],
    ['傲慢', manner => manner.swing > 1 && manner.pace >= 0.9],
    ['in a low-pitched voice', manner => manner.pitch < -2],
    ['声音低沉', manner => manner.pitch < -2],
    ['high-pitched', manner => manner.pitch > 2],
    ['loudly', manner => manner.gain > 3],
    ['大声', manner => manner.gain > 3],
    ['小声', manner => manner.gain < -3],
    ['whispering', manner => manner.whisper > 0.8],
    ['悄悄地说', manner => manner.whisper > 0.8],
    ['特别高兴', manner => manner.pitch > 1 && manner.swing > 1.3],
    ['sad and slow', manner => manner.pace < 0.75 && manner.pitch < 0],
    ['悲伤', manner => manner.pitch < 0 && manner.gain < 0],
    ['angry', manner => manner.gain > 2],
    ['monotone', manner => manner.swing < 0.3],
    ['颤抖', manner => manner.tremble > 0.5],
    ['用粤语', manner => manner.language === 'cantonese'],
    ['like a lighthouse', manner => JSON.stringify(manner) === JSON.stringify(plainManner)],
  ])('%s', (words, holds) => {
    expect(holds(mannerOf(words)), JSON.stringify(mannerOf(words))).toBe(true)
  })

  it('never leave what a voice can do', () => {
    const { pace, gain, pitch, tremble } = mannerOf('very slow sad depressed elderly trembling fearful quiet gentle')
    expect(pace).toBeGreaterThanOrEqual(0.5)
    expect(gain).toBeGreaterThanOrEqual(-15)
    expect(pitch).toBeGreaterThanOrEqual(-9)
    expect(tremble).toBeLessThanOrEqual(1)
  })
})

describe('labels', () => {
  it('are eleven emotions and seventeen styles', () => {
    expect([emotions.length, styles.length]).toEqual([11, 17])
  })

  it.each([
    ...emotions.map(entry => ['emotion', ...entry] as const),
    ...styles.map(entry => ['style', ...entry] as const),
  ])('%s %s is %s, in any writing, and is heard', (kind, chinese, english) => {
    const change = changeOfLabel({ kind, name: chinese })
    expect(changeManner(plainManner, change)).not.toEqual(plainManner)
    expect(changeOfLabel({ kind, name: english })).toEqual(change)
    expect(changeOfLabel({ kind, name: ` ${english.toUpperCase().replace(' ', '_')} ` })).toEqual(change)
  })

  it.each([
    ['粤语', 'cantonese'],
    ['Cantonese', 'cantonese'],
    ['四川话', 'sichuanese'],
    ['SICHUANESE', 'sichuanese'],
    ['日语', 'japanese'],
    ['Japanese', 'japanese'],
  ])('%s is a language', (name, language) => {
    expect(changeOfLabel({ kind: 'language', name })).toEqual({ language })
  })

  it('that are not listed are neutral', () => {
    for (const name of ['Sleepy', '', 'constructor', '__proto__']) {
      for (const kind of ['emotion', 'style', 'language'] as const) expect(changeOfLabel({ kind, name })).toEqual({})
    }
  })
})

describe('markdown', () => {
  it.each([
    ['# Title', 'Title'],
    ['**bold** and *soft* and __both__ and _this_', 'bold and soft and both and this'],
    ['a `code` word', 'a code word'],
    ['see [the page](https://a.b/c "title")', 'see the page'],
    ['![a cat](cat.png)', 'a cat'],
    ['- one\n* two\n+ three', 'one\ntwo\nthree'],
    ['- [x] done', 'done'],
    ['> said', 'said'],
    ['~~gone~~', 'gone'],
    ['a\n\n---\n\nb', 'a\n\nb'],
    ['```js\nlet a\n```', 'let a'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a, b\n\n1, 2'],
    ['<b>bold</b>', 'bold'],
    ['\\*not\\*', '*not*'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['plain words.', 'plain words.'],
  ])('%j is read as %j', (text, read) => {
    expect(withoutMarkdown(text)).toBe(read)
  })

  it('is left alone unless asked', () => {
    expect(passages('**a**')[0]?.text).toBe('**a**')
    expect(passages('**a**', { isMarkdown: true })[0]?.text).toBe('a')
  })

  it('is read in no time, whatever it is', () => {
    const started = performance.now()
    for (const bad of ['*', '_', '`', '[', '](', '|', '> ', '<a', '~', '\\']) withoutMarkdown(bad.repeat(1000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})
