import { beforeAll, describe, expect, it } from 'vitest'
import { loadJapanese } from './analyser.ts'
import { normaliseJapanese } from './normalise.ts'
import { japanesePhonemes } from './phonemes.ts'

describe('normaliseJapanese', () => {
  it.each([
    ['3個', 'サンコ'],
    ['1個', 'イッコ'],
    ['8回', 'ハッカイ'],
    ['3本', 'サンボン'],
    ['6匹', 'ロッピキ'],
    ['10分', 'ジュップン'],
    ['4人', 'ヨニン'],
    ['1人', 'ヒトリ'],
    ['2つ', 'フタツ'],
    ['300円', 'サンビャクエン'],
    ['8000円', 'ハッセンエン'],
    ['1,980円', 'センキュウヒャクハチジュウエン'],
    ['20歳', 'ニジュッサイ'],
    ['4月1日', 'シガツ ツイタチ'],
    ['9時', 'クジ'],
    ['2026年', 'ニセンニジュウロクネン'],
    ['2026-11-15', 'ニセンニジュウロクネン ジュウイチガツ ジュウゴニチ'],
    ['14:30', 'ジュウヨジ サンジュップン'],
    ['50%', 'ゴジュウパーセント'],
    ['3.5kg', 'サンテンゴキログラム'],
    ['1/2', 'ニブンノイチ'],
    ['10〜20個', 'ジュウからニジュッコ'],
    ['03-1234-5678', 'ゼロサンのイチニサンヨンのゴロクナナハチ'],
    ['-5度', 'マイナスゴド'],
    ['10000', 'イチマン'],
    ['本当！？', '本当？'],
  ])('reads %s as %s', (written, spoken) => {
    expect(normaliseJapanese(written)).toBe(spoken)
  })
})

describe('japanesePhonemes', () => {
  beforeAll(() => loadJapanese())

  it.each([
    ['私は学生です', 'βataɕi βa ɡakɯseːdesɨ'],
    ['東京へ行きました', 'toːkʲoː e ikʲimaɕita'],
    ['本を読んでいます', 'hoɴ o jondeimasɨ'],
    ['ちょっと待ってください', 'ʨoʔto maʔtekɯdasai'],
    ['ラーメン', 'ɾaːmeɴ'],
    ['新聞', 'ɕimbɯɴ'],
    ['こんにちは', 'koɲɲiʨiβa'],
  ])('says %s as %s', (text, phonemes) => {
    expect(japanesePhonemes(text)).toBe(phonemes)
  })
})
