import { describe, expect, it } from 'vitest'
import { inVocabulary } from '../vocabulary.ts'
import { cantonesePhonemes, jyutpingPhonemes } from './cantonese.ts'

describe('cantonesePhonemes', () => {
  it.each([
    ['nei5', 'nei↗'],
    ['hou2', 'hou↗'],
    ['jyut6', 'y↓t'],
    ['gwok3', 'kwɔk'],
    ['hoeng1', 'hœ→ŋ'],
    ['m4', 'm↓'],
  ])('spells %s as %s', (jyutping, phonemes) => {
    expect(jyutpingPhonemes(jyutping)).toBe(phonemes)
  })

  it('reads both scripts as Hong Kong does', () => {
    expect(cantonesePhonemes('香港').replaceAll(' ', '')).toBe('hœ→ŋkɔ↗ŋ')
    expect(cantonesePhonemes('你食饭')).toBe(cantonesePhonemes('你食飯'))
    expect(inVocabulary(cantonesePhonemes('今日天氣好好我哋去飲茶'))).toBe(true)
  })
})
