import { cardinal } from './numbers.ts'

const half: Readonly<Record<string, string>> = { a: 'A M', p: 'P M' }

function clock(hour: string, minute: string, part?: string): string {
  const ending = part === undefined ? '' : ` ${half[part.toLowerCase()]}`
  const hours = cardinal(String(Number(hour)))
  if (Number(minute) === 0)
    return ending === ''
      ? Number(hour) > 12 || Number(hour) === 0
        ? `${hours} hundred`
        : `${hours} o'clock`
      : `${hours}${ending}`
  const minutes = minute.startsWith('0') ? `oh ${cardinal(minute.slice(1))}` : cardinal(minute)
  return `${hours} ${minutes}${ending}`
}

/** `14:30`, `3pm`, `3:05 p.m.`, `1:02:03`. */
export function readTimes(text: string): string {
  return text
    .replace(/(?<=\d:[0-5]\d(?: ?[ap]m)?) ?[-–] ?(?=\d{1,2}:[0-5]\d)/gi, ' to ')
    .replace(/(?<=\b\d{1,2}(?: ?[ap]m)?) ?[-–] ?(?=\d{1,2} ?[ap]m\b)/gi, ' to ')
    .replace(/\b(\d{1,2}):([0-5]\d):([0-5]\d)(?:\.\d+)?(?![\d:])(Z\b)?/g, (whole, h: string, m: string, s: string) => {
      if (Number(h) > 24) return whole
      return `${clock(h, m)} and ${cardinal(String(Number(s)))} second${Number(s) === 1 ? '' : 's'}`
    })
    .replace(
      /\b([01]?\d|2[0-4]):([0-5]\d)(?![\d:])(?: ?([ap])\.?m\b\.?(?= ?[a-z,;]|$| ?\p{Lu}|[?!]|\.))?/giu,
      (_, h: string, m: string, part?: string) => clock(h, m, part),
    )
    .replace(/\b(1[0-2]|0?[1-9]) ?([ap])(?:m\b|\.m\.)/gi, (_, h: string, part: string) => clock(h, '00', part))
}
