import { cardinal, eachDigit } from './numbers.ts'

const marks: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '-': 'dash',
  _: 'underscore',
  '@': 'at',
  ':': 'colon',
  '?': 'question mark',
  '=': 'equals',
  '&': 'and',
  '#': 'hash',
  '%': 'percent',
  '+': 'plus',
  '~': 'tilde',
}

/** Endings that are said letter by letter. */
const spelledEndings = new Set(
  'ai cn uk us io tv jp de fr eu hk tw js ts py sh md xyz html php pdf txt csv jpg png mp3 mp4 aws api cdn'.split(' '),
)

function spoken(address: string): string {
  return [...address.matchAll(/[A-Za-z]+|\d+|[^A-Za-z\d]/g)]
    .map(([part]) => {
      if (/^\d+$/.test(part)) return part.length <= 2 ? cardinal(part) : eachDigit(part)
      if (/^[A-Za-z]+$/.test(part)) {
        const lower = part.toLowerCase()
        if (lower === 'www') return 'W W W'
        return spelledEndings.has(lower) || !/[aeiouy]/.test(lower) ? [...part.toUpperCase()].join(' ') : humps(part)
      }
      return marks[part] ?? ''
    })
    .filter(part => part !== '')
    .join(' ')
}

function humps(word: string): string {
  return word.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
}

const domainEnding =
  '(?:com|org|net|edu|gov|io|ai|dev|app|cn|uk|jp|de|fr|eu|us|tv|me|info|co|hk|tw|xyz|tech|cloud|local)'

/** Web and mail addresses, paths, handles and tags. A query is too long to be listened to, and is left out. */
export function readAddresses(text: string): string {
  return text
    .replace(/\bhttps?:\/\/([!#-&*-;=?-~]+)/gi, (_, rest: string) => link(rest))
    .replace(/[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g, address => spoken(address))
    .replace(
      new RegExp(`\\b(?:[A-Za-z0-9-]+\\.)+${domainEnding}\\b(?:/[\\w\\-./~]*[\\w/])?(?!\\.?\\w)`, 'g'),
      address => spoken(address.replace(/\/$/, '').replace(/^www\./i, '')),
    )
    .replace(/\b(\d{1,3}(?:\.\d{1,3}){3})(?::(\d+))?\b/g, (_, address: string, port?: string) => {
      const parts = address.split('.').map(part => eachDigit(part))
      return `${parts.join(' dot ')}${port === undefined ? '' : ` port ${cardinal(port)}`}`
    })
    .replace(/(?<![\w/])#(\d+)\b/g, (_, digits: string) => `number ${cardinal(digits)}`)
    .replace(/(?<![\w/])#([\p{L}_]\w*)/gu, (_, tag: string) => `hashtag ${humps(tag.replaceAll('_', ' '))}`)
    .replace(/(?<![\w/])@([A-Za-z]\w*)/g, (_, name: string) => `at ${humps(name.replaceAll('_', ' '))}`)
    .replace(
      /\b([A-Za-z][\w-]*)\.(js|ts|py|md|html|css|json|yaml|yml|txt|pdf|csv|png|jpg|zip|exe|sh|docx|xlsx|pptx|mp3|mp4|wav)\b/g,
      file => spoken(file),
    )
    .replace(/(?<=[A-Za-z])_(?=[A-Za-z])/g, ' ')
}

function link(rest: string): string {
  const trailing = /[.,;:!?]+$/.exec(rest)?.[0] ?? ''
  const address = rest
    .slice(0, rest.length - trailing.length)
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replace(/^www\./i, '')
  return spoken(address) + trailing
}
