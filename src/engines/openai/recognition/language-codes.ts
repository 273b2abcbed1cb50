/** Those that speech models name. */
const codes =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'

let byName: ReadonlyMap<string, string> | undefined

/** `english` and `en` are both `en`. Undefined for what is no language. */
export function languageCode(given: string): string | undefined {
  const name = given.trim().toLowerCase()
  if (/^[a-z]{2,3}(?:[-_].*)?$/.test(name)) return name.split(/[-_]/)[0]
  byName ??= namesOfLanguages()
  return byName.get(name)
}

function namesOfLanguages(): Map<string, string> {
  const english = new Intl.DisplayNames(['en'], { type: 'language' })
  const names = codes.split(' ').map(code => [english.of(code)?.toLowerCase() ?? code, code] as const)
  return new Map([...names, ['mandarin', 'zh'], ['castilian', 'es'], ['flemish', 'nl']])
}

/** The likeliest by its script, where nobody told. */
export function guessLanguage(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}
