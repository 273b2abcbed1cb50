const roman: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** A number as a list or note shows it; formats without a rule here are shown in digits. */
export function numeral(value: number, format: string): string {
  if (value < 1 || value > 10_000) return String(value)
  if (format === 'lowerRoman') return romanNumeral(value)
  if (format === 'upperRoman') return romanNumeral(value).toUpperCase()
  if (format === 'lowerLetter') return letters(value)
  if (format === 'upperLetter') return letters(value).toUpperCase()
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  return String(value)
}

function romanNumeral(value: number): string {
  let rest = value
  let text = ''
  for (const [worth, sign] of roman) {
    text += sign.repeat(Math.floor(rest / worth))
    rest %= worth
  }
  return text
}

// After z come aa, bb, cc: a letter is repeated, as word processors do.
function letters(value: number): string {
  const letter = String.fromCharCode(97 + ((value - 1) % 26))
  return letter.repeat(Math.min(Math.ceil(value / 26), 100))
}
