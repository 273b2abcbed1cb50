import { lookUp } from './dictionary.ts'

/** Said as words although all capitals. */
const asWords = new Set(
  'NASA NATO UNESCO UNICEF OPEC LASER RADAR SCUBA AIDS COVID SARS ASCII JPEG GIF RAM ROM SIM PIN LAN WAN GUI BIOS CAPTCHA FIFA IKEA LEGO YOLO COBOL FORTRAN BASIC NASDAQ WIFI MOMA SOHO FEMA OSHA NAFTA ASEAN APEC AWOL POTUS SCOTUS TED JSON YAML SQL LIDAR SONAR NOAA ICANN SAAS RAG LORA CUDA OPENAI CHATGPT LINUX'.split(
    ' ',
  ),
)
const spelledTwoLetters = new Set(
  'AI UK US EU UN TV PC IT ID OS HR PR VP QA UI UX AC DC LA NY DJ MC CD HD IP DB ML VR AR XR IQ ER GM HP PS CV'.split(
    ' ',
  ),
)

function isAcronym(word: string): boolean {
  if (asWords.has(word)) return false
  if (word.length === 2) return spelledTwoLetters.has(word) || !/[AEIOUY]/.test(word)
  if (!/[AEIOUY]/.test(word)) return true
  return word.length <= 5 && (lookUp(word.toLowerCase()) === undefined || commonlySpelled.has(word))
}

/** In the dictionary as words, but written in capitals they are letters. */
const commonlySpelled = new Set(
  'FBI CIA USA IBM BBC CEO CFO CTO DNA RNA ATM GPS USB URL API CPU GPU SMS VIP UFO DIY FAQ HIV IRS NBA NFL MIT ETA POW SOB SEC LED SUV IPO LLC AOL ABC CNN MBA GDP UCLA EPA FDA EST PST UTC CET AMA IOU IRA APA EU'.split(
    ' ',
  ),
)

/** `FBI` → `F B I`, `NASA` stays a word, shouted words too. */
export function readAcronyms(text: string): string {
  const letters = text.replaceAll(/[^\p{L}]/gu, '')
  const shouting = letters.length > 12 && letters === letters.toUpperCase()
  return (
    text
      .replace(
        /(?<![\p{L}.])((?:\p{Lu}\.){2,})(?=([\s,;:!?)]|$))/gu,
        (_, dotted: string, after: string, offset: number) => {
          const spelled = [...dotted.replaceAll('.', '')].join(' ')
          return offset + dotted.length >= text.trimEnd().length && after === '' ? `${spelled}.` : spelled
        },
      )
      .replace(/(?<![\p{L}\d'’])(\p{Lu}{2,6})(s|['’]s)?(?![\p{L}\d'’])/gu, (whole, word: string, ending = '') => {
        if (shouting ? !commonlySpelled.has(word) : !isAcronym(word)) return whole
        return [...word].join(' ') + (ending === '' ? '' : "'s")
      })
      // Letters and digits in one name: GPT-4o, MP3, H2O, B2B, 4K.
      .replace(/(?<![\p{L}\d])(\p{Lu}{1,5})-?(?=\d)/gu, (whole, word: string) =>
        asWords.has(word) ? whole.replace('-', ' ') : `${[...word].join(' ')} `,
      )
      .replace(/(?<=\d)(?=\p{L}{2})(?!st\b|nd\b|rd\b|th\b|s\b)/gu, ' ')
      .replace(/(?<=\d)(\p{L})(?![\p{L}\d])/gu, (_, letter: string) => ` ${letter.toUpperCase()}`)
      .replace(/(?<=\p{Ll})(?=\d)/gu, ' ')
      .replace(/(?<=\d)(\p{Lu})(?=\d)/gu, ' $1 ')
  )
}
