/** What a number format makes of a number, as far as it changes what is read: dates, times, percentages. */
export interface NumberFormat {
  date: boolean
  time: boolean
  /** Hours that go on beyond 24, as for durations. */
  elapsed: boolean
  percent: boolean
}

const plain: NumberFormat = { date: false, time: false, elapsed: false, percent: false }
const date: NumberFormat = { ...plain, date: true }
const time: NumberFormat = { ...plain, time: true }

const DAY_SECONDS = 24 * 60 * 60

/** Formats below 164 have fixed meanings and are not written in the document. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return { ...plain, percent: true }
  if (id === 22) return { ...date, time: true }
  if (id === 46) return { ...time, elapsed: true }
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return date
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return time
  return plain
}

export function parseFormat(code: string): NumberFormat {
  // Only the part for positive numbers counts; words in quotes and escaped letters are shown as they are.
  const positive = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0] ?? ''
  const elapsed = /\[(h+|m+|s+)\]/i.test(positive)
  const letters = positive.replace(/\[[^\]]*\]/g, '').replace(/AM\/PM|A\/P|General/gi, '')
  const hasTime = elapsed || /[hs]/i.test(letters)
  const hasDate = /[yd]/i.test(letters) || (/m/i.test(letters) && !hasTime)
  return { date: hasDate && !elapsed, time: hasTime, elapsed, percent: letters.includes('%') }
}

/** Numbers as a reader sees them: fifteen digits, so that 0.1 + 0.2 is 0.3, and days as dates. */
export function formatNumber(value: number, format: NumberFormat, epoch1904: boolean): string {
  if (format.percent) return `${Math.round(value * 10_000) / 100}%`
  if (!format.date && !format.time) return String(rounded(value))
  if (value < 0 || value >= 2_958_466) return String(rounded(value))
  const seconds = Math.round(value * DAY_SECONDS)
  if (format.elapsed) return clock(Math.floor(seconds / 3600), seconds)
  const timeOfDay = clock(Math.floor((seconds % DAY_SECONDS) / 3600), seconds)
  if (!format.date) return timeOfDay
  const day = dayText(Math.floor(seconds / DAY_SECONDS), epoch1904)
  return format.time ? `${day} ${timeOfDay}` : day
}

function dayText(day: number, epoch1904: boolean): string {
  // The format counts a 29 February 1900 that never was, so days before it are one off.
  const shift = epoch1904 ? 1462 : day < 60 ? 1 : 0
  return new Date(Date.UTC(1899, 11, 30 + day + shift)).toISOString().slice(0, 10)
}

function clock(hours: number, seconds: number): string {
  const minutes = Math.floor((seconds % 3600) / 60)
  return [hours, minutes, seconds % 60].map(part => String(part).padStart(2, '0')).join(':')
}

function rounded(value: number): number {
  return Number(value.toPrecision(15))
}
