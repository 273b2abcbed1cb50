import { describe, expect, it } from 'vitest'
import { englishPhonemes } from './phonemes.ts'

describe('englishPhonemes', () => {
  it.each([
    ['Hello, world!', 'həlˈO, wˈɜɹld!'],
    ['the apple', 'ði ˈæpᵊl'],
    ['the dog', 'ðə dˈɔɡ'],
    ['go to Anna', 'ɡˈO tʊ ˈænə'],
    ['go to bed', 'ɡˈO tə bˈɛd'],
    ['a city', 'ɐ sˈɪTi'],
    ['F B I', 'ˌɛfbˌiˈI'],
    ['I will read it', 'ˌI wɪl ɹˈid ɪt'],
    ['I have read it', 'ˌI hæv ɹˈɛd ɪt'],
    ['a live record', 'ɐ lˈIv ɹˈɛkəɹd'],
    ['they record it', 'ðA ɹəkˈɔɹd ɪt'],
    ['I live here', 'ˌI lˈɪv hˈɪɹ'],
    ['a lead pipe', 'ɐ lˈɛd pˈIp'],
    ['used to', 'jˈust tu'],
    ['people use it', 'pˈipᵊl jˈuz ɪt'],
    ['the use of it', 'ðə jˈus ʌv ɪt'],
    ['close the door', 'klˈOz ðə dˈɔɹ'],
    ['they are close', 'ðA ɑɹ klˈOs'],
  ])('says %j as %j', (text, phonemes) => {
    expect(englishPhonemes(text)).toBe(phonemes)
  })

  it.each([
    ['car', 'kˈɑː'],
    ['water', 'wˈɔːtə'],
    ['home', 'hˈQm'],
    ['hot', 'hˈɒt'],
    ['dance', 'dˈɑːns'],
    ['cat', 'kˈat'],
    ['near', 'nˈɪə'],
  ])('says %j as %j in Britain', (text, phonemes) => {
    expect(englishPhonemes(text, 'british')).toBe(phonemes)
  })

  it('builds words it does not know from those it knows', () => {
    expect(englishPhonemes('blockchains')).toBe('blˈɑkʧˌAnz')
    expect(englishPhonemes("Kubernetes's")).toBe('kˌubəɹnˈɛTizᵻz')
    expect(englishPhonemes('motherboarding')).toContain('mˈʌðəɹbˌɔɹd')
    expect(englishPhonemes('unfriending')).toBe('ˌʌnfɹˈɛndɪŋ')
  })

  it('guesses names from their letters, with one main stress', () => {
    expect(englishPhonemes('blorvin')).toBe('blˈɔɹvɪn')
    for (const name of ['Zylberstein', 'Quorvex', 'Tralmington', 'Mivalenko']) {
      expect(englishPhonemes(name).match(/ˈ/g)).toHaveLength(1)
    }
  })

  it('is not led astray by the names of built-in properties', () => {
    expect(englishPhonemes('constructor')).toMatch(/stɹˈʌktəɹ$/)
    expect(englishPhonemes('toString valueOf')).not.toBe('')
  })
})
