import { eachDigit } from './numbers.ts'

const say = (digits: string): string => eachDigit(digits, 'oh')

/** Telephone numbers, group by group. */
export function readPhones(text: string): string {
  return text
    .replace(/(?<![\w.])\+(\d{1,3})((?:[ -]?\(?\d{1,4}\)?){2,5})(?![\w-])/g, (whole, country: string, rest: string) => {
      const groups = rest.match(/\d+/g) ?? []
      return groups.join('').length < 6 ? whole : `plus ${say(country)}, ${groups.map(say).join(', ')}`
    })
    .replace(/(?<![\w.])\((\d{3})\) ?(\d{3})[ -](\d{4})\b/g, (_, ...groups: string[]) =>
      groups.slice(0, 3).map(say).join(', '),
    )
    .replace(/(?<![\w.-])(?:1-)?(\d{3})[-.](\d{3})[-.](\d{4})(?![\w-])/g, (_, ...groups: string[]) =>
      groups.slice(0, 3).map(say).join(', '),
    )
    .replace(/(?<![\w.-])(\d{3})-(\d{4})(?![\w-])/g, (_, ...groups: string[]) => groups.slice(0, 2).map(say).join(', '))
    .replace(
      /\b(call|dial|phone|tel|fax)(:? )(\d{3,})\b/gi,
      (_, word: string, mark: string, digits: string) =>
        `${word}${mark}${say(digits).replaceAll(/\b(\w+) \1 \1\b/g, '$1 $1 $1')}`,
    )
    .replace(/(?<![\d.,-])(911|999|411)\b(?= ?(?:now|immediately|for|if|[.!]))/g, digits => eachDigit(digits))
}
