import type { Part } from './atoms.ts'
import { cantonesePhonemes } from './chinese-dialects/cantonese.ts'
import { sichuanese } from './chinese-dialects/sichuanese.ts'
import { englishPhonemes } from './english/phonemes.ts'
import { japanesePhonemes } from './japanese/phonemes.ts'
import { mandarinPhonemes } from './mandarin/phonemes.ts'
import { keepVocabulary } from './vocabulary.ts'

export type Accent = 'american' | 'british'

export function soundOf(parts: readonly Part[], accent: Accent): string {
  return keepVocabulary(parts.map(part => partSound(part, accent)).join(' '))
}

function partSound(part: Part, accent: Accent): string {
  if (part.given !== undefined) return part.given.phonemes
  switch (part.language) {
    case 'english':
      return englishPhonemes(part.text, accent)
    case 'mandarin':
      return mandarinPhonemes(part.text)
    case 'sichuanese':
      return mandarinPhonemes(part.text, sichuanese)
    case 'cantonese':
      return cantonesePhonemes(part.text)
    case 'japanese':
      return japanesePhonemes(part.text)
  }
}
