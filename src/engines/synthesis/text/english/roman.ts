import { cardinal, ordinal } from './numbers.ts'

const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
const wellFormed = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/

function value(roman: string): number {
  let total = 0
  for (let index = 0; index < roman.length; index++) {
    const here = values[roman[index] ?? ''] ?? 0
    total += here < (values[roman[index + 1] ?? ''] ?? 0) ? -here : here
  }
  return total
}

const kings =
  'Henry|Louis|Charles|George|Elizabeth|William|James|Edward|Richard|Philip|Frederick|Napoleon|Catherine|Alexander|Nicholas|Peter|Paul|Pius|Benedict|Gregory|Leo|Francis|Ivan|Ramses|Mary|Victor'

/** Kings and popes are counted, chapters and wars are numbered. */
export function readRoman(text: string): string {
  return text
    .replace(
      new RegExp(`\\b(${kings}|Pope \\p{Lu}\\p{Ll}+|John Paul) ([IVX]+)\\b`, 'gu'),
      (whole, name: string, roman: string) =>
        wellFormed.test(roman) ? `${name} the ${ordinal(String(value(roman)))}` : whole,
    )
    .replace(
      /\b(Chapter|Part|Volume|Book|Section|Act|Scene|Phase|Type|Class|Level|Stage|Title|Article|Appendix|Table|Figure|War|Bowl|Rocky|Fantasy|Windows|Final Fantasy|Grade|Episode|Season) ([IVXLC]+)\b/gi,
      (whole, name: string, roman: string) =>
        wellFormed.test(roman) ? `${name} ${cardinal(String(value(roman)))}` : whole,
    )
    .replace(/\b(?=[IVX]{2,}\b)([IVX]+)\b/g, (whole, roman: string) =>
      wellFormed.test(roman) ? cardinal(String(value(roman))) : whole,
    )
}
