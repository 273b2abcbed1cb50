/** Written short, said long. A name follows the titles, so their point ends no sentence. */
const titles: Readonly<Record<string, string>> = {
  Capt: 'Captain',
  Col: 'Colonel',
  Dr: 'Doctor',
  Gen: 'General',
  Gov: 'Governor',
  Hon: 'Honorable',
  Lt: 'Lieutenant',
  Mr: 'Mister',
  Mrs: 'Missus',
  Ms: 'Miz',
  Prof: 'Professor',
  Rev: 'Reverend',
  Sen: 'Senator',
  Sgt: 'Sergeant',
  St: 'Saint',
}

const words: readonly (readonly [RegExp, string])[] = [
  [/\be\.g\.,?/gi, 'for example,'],
  [/\bi\.e\.,?/gi, 'that is,'],
  [/\betc\.(?=\s+[a-z,;)])/g, 'et cetera'],
  [/\betc\b/g, 'et cetera'],
  [/\bvs?\.(?= )/g, 'versus'],
  [/\bvs\b/g, 'versus'],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/(?= )/g, 'with'],
  [/\b[Aa]pprox\./g, 'approximately'],
  [/\b[Dd]ept\./g, 'department'],
  [/\b[Ee]st\. (?=\d)/g, 'established '],
  [/\b[Ff]ig\. ?(?=\d)/g, 'figure '],
  [/\bNo\. ?(?=\d)/g, 'number '],
  [/\bNos\. ?(?=\d)/g, 'numbers '],
  [/№ ?/g, 'number '],
  [/\b[Pp]p\. ?(?=\d)/g, 'pages '],
  [/\b[Pp]\. ?(?=\d)/g, 'page '],
  [/\b[Cc]h\. ?(?=\d)/g, 'chapter '],
  [/\b[Vv]ol\. ?(?=\d)/g, 'volume '],
  [/\b[Ss]ec\. ?(?=\d)/g, 'section '],
  [/\bet al\./g, 'and others'],
  [/\bAve\.?(?=[\s,.]|$)/g, 'Avenue'],
  [/\bBlvd\.?/g, 'Boulevard'],
  [/\bRd\.(?=[\s,]|$)/g, 'Road'],
  [/\bMt\. (?=\p{Lu})/gu, 'Mount '],
  [/\bFt\. (?=\p{Lu})/gu, 'Fort '],
  [/\bInc\.?(?![\p{L}])/gu, 'Incorporated'],
  [/\bLtd\.?(?![\p{L}])/gu, 'Limited'],
  [/\bCo\.(?=[\s,]|$)/g, 'Company'],
  [/\bCorp\.?(?![\p{L}])/gu, 'Corporation'],
  [/\bJr\.?(?![\p{L}])/gu, 'Junior'],
  [/\bSr\.?(?![\p{L}])/gu, 'Senior'],
  [/\bPh\.?D\.?(?![\p{L}])/gu, 'P H D'],
  [/\b[Aa]\.?k\.?a\.?(?= )/g, 'also known as'],
  [/\bASAP\b/g, 'A S A P'],
  [/\bFYI\b/g, 'F Y I'],
]

export function readAbbreviations(text: string): string {
  let result = text
    // The initial of a name.
    .replace(/(?<![\p{L}.])(\p{Lu})\.(?= ?\p{Lu}(?:\p{Ll}|\. ?\p{Lu}\p{Ll}))/gu, '$1 ')
    // Behind a name St. is a street, before one a saint.
    .replace(/(?<=\p{Lu}\p{Ll}+ |\d(?:st|nd|rd|th) )St\.?(?=[\s,.]|$)/gu, 'Street')
    .replace(/(?<=\p{Lu}\p{Ll}+ )Dr\.?(?=[,.]|$)/gu, 'Drive')
    .replace(
      /\b(Capt|Col|Dr|Gen|Gov|Hon|Lt|Mr|Mrs|Ms|Prof|Rev|Sen|Sgt|St)(?:\.|(?= \p{Lu}\p{Ll}))(?= ?\p{Lu}| and \p{Lu})/gu,
      (_, title: string) => titles[title] ?? title,
    )
  for (const [pattern, word] of words) result = result.replace(pattern, word)
  return result
}
