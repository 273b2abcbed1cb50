/** The names of the letters, stressed. */
export const letterNames: Readonly<Record<string, string>> = {
  a: 'ˈA',
  b: 'bˈi',
  c: 'sˈi',
  d: 'dˈi',
  e: 'ˈi',
  f: 'ˈɛf',
  g: 'ʤˈi',
  h: 'ˈAʧ',
  i: 'ˈI',
  j: 'ʤˈA',
  k: 'kˈA',
  l: 'ˈɛl',
  m: 'ˈɛm',
  n: 'ˈɛn',
  o: 'ˈO',
  p: 'pˈi',
  q: 'kjˈu',
  r: 'ˈɑɹ',
  s: 'ˈɛs',
  t: 'tˈi',
  u: 'jˈu',
  v: 'vˈi',
  w: 'dˈʌbᵊljˌu',
  x: 'ˈɛks',
  y: 'wˈI',
  z: 'zˈi',
}

/** `FBI` → one word whose last letter carries the stress, as people say it. */
export function spellOut(letters: string): string {
  const names = [...letters.toLowerCase()].map(letter => letterNames[letter] ?? '')
  return names.map((name, index) => (index < names.length - 1 ? name.replace('ˈ', 'ˌ') : name)).join('')
}
