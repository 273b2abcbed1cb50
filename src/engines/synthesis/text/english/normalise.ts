import { readAbbreviations } from './abbreviations.ts'
import { readAcronyms } from './acronyms.ts'
import { readAddresses } from './addresses.ts'
import { readCompoundFigures } from './compound-figures.ts'
import { readDates } from './dates.ts'
import { readFigures } from './figures.ts'
import { readMoney } from './money.ts'
import { readPhones } from './phones.ts'
import { readRoman } from './roman.ts'
import { readSymbols } from './symbols.ts'
import { readTimes } from './times.ts'
import { readUnits } from './units.ts'

/** The order matters: each reader takes what it is sure of, and leaves only what later ones may read more loosely. */
const readers = [
  readAddresses,
  readAbbreviations,
  readDates,
  readTimes,
  readPhones,
  readMoney,
  readCompoundFigures,
  readUnits,
  readRoman,
  readSymbols,
  readAcronyms,
  readFigures,
]

/** Written English → the words as a person reads them aloud; only letters and marks remain. */
export function normaliseEnglish(text: string): string {
  let result = text.replaceAll(/[‘’]/g, "'").replaceAll(/[‐‑]/g, '-')
  for (const read of readers) result = read(result)
  return result
    .replaceAll(/(?<=\p{L}) *- ?(?=\p{L})|(?<=\p{L}) ?- *(?=\p{L})/gu, gap => (/^ .* $/.test(gap) ? ' ' : '-'))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+(?=[,.;:!?…])/g, '')
    .trim()
}
