/** Every character that Kokoro-82M v1.0 was trained on; anything else it would not hear. */
const known = new Set(
  ';:,.!?—…"()“” \u0303ʣʥʦʨᵝ\uAB67AIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ',
)

export function inVocabulary(phonemes: string): boolean {
  return [...phonemes].every(character => known.has(character))
}

/** Drops what the model does not know, and spaces that do not part anything. */
export function keepVocabulary(phonemes: string): string {
  return [...phonemes.replaceAll('g', 'ɡ')]
    .filter(character => known.has(character))
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[;:,.!?…)”])/g, '')
    .trim()
}
