import { isOne, numberWords, plural } from './numbers.ts'

/** What stands behind a number, in the singular. */
const units: Readonly<Record<string, string>> = {
  'km/h': 'kilometer per hour',
  kmh: 'kilometer per hour',
  kph: 'kilometer per hour',
  mph: 'mile per hour',
  'm/s²': 'meter per second squared',
  'm/s': 'meter per second',
  'MB/s': 'megabyte per second',
  'GB/s': 'gigabyte per second',
  'KB/s': 'kilobyte per second',
  Mbps: 'megabit per second',
  Gbps: 'gigabit per second',
  kbps: 'kilobit per second',
  'km²': 'square kilometer',
  km2: 'square kilometer',
  'm²': 'square meter',
  m2: 'square meter',
  'cm²': 'square centimeter',
  'm³': 'cubic meter',
  m3: 'cubic meter',
  'cm³': 'cubic centimeter',
  'sq ft': 'square foot',
  km: 'kilometer',
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  μm: 'micrometer',
  µm: 'micrometer',
  nm: 'nanometer',
  mi: 'mile',
  ft: 'foot',
  yd: 'yard',
  kg: 'kilogram',
  g: 'gram',
  mg: 'milligram',
  μg: 'microgram',
  lb: 'pound',
  lbs: 'pound',
  oz: 'ounce',
  L: 'liter',
  l: 'liter',
  ml: 'milliliter',
  mL: 'milliliter',
  '°C': 'degree Celsius',
  '℃': 'degree Celsius',
  '°F': 'degree Fahrenheit',
  '℉': 'degree Fahrenheit',
  '°': 'degree',
  KB: 'kilobyte',
  kB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  PB: 'petabyte',
  MiB: 'mebibyte',
  GiB: 'gibibyte',
  Hz: 'hertz',
  kHz: 'kilohertz',
  MHz: 'megahertz',
  GHz: 'gigahertz',
  W: 'watt',
  kW: 'kilowatt',
  MW: 'megawatt',
  GW: 'gigawatt',
  kWh: 'kilowatt hour',
  V: 'volt',
  kV: 'kilovolt',
  mAh: 'milliamp hour',
  mA: 'milliamp',
  Ω: 'ohm',
  kJ: 'kilojoule',
  kcal: 'kilocalorie',
  cal: 'calorie',
  Pa: 'pascal',
  kPa: 'kilopascal',
  dB: 'decibel',
  ms: 'millisecond',
  μs: 'microsecond',
  ns: 'nanosecond',
  s: 'second',
  sec: 'second',
  secs: 'second',
  min: 'minute',
  mins: 'minute',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  px: 'pixel',
  rpm: 'revolution per minute',
  fps: 'frame per second',
  '%': 'percent',
  '‰': 'per mille',
}

const names = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .map(name => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  .join('|')
const number = '[-−]?\\d+(?:,\\d{3})*(?:\\.\\d+)?'
// A lone capital or "m", "s", "g", "l" behind a space is more often something else.
const withUnit = new RegExp(
  `(?<![\\w.])(?:(${number}) ?(?:[-–~]|to) ?)?(${number})(?: ?(?=\\S{2}| ?[mgLWV](?![\\p{L}'])|[°℃%‰]|\\p{L}\\b))(${names})(?![\\p{L}\\d²³])`,
  'gu',
)

function several(unit: string): string {
  if (unit === 'per mille') return unit
  const [head = '', ...rest] = unit.split(' per ')
  const words = head.split(' ')
  const degree = words[0] === 'degree'
  const many = degree ? ['degrees', ...words.slice(1)] : [...words.slice(0, -1), plural(words.at(-1) ?? '')]
  return [many.join(' '), ...rest].join(' per ')
}

/** `5 km/h`, `20°C`, `3.5GHz`, `10-20%`. */
export function readUnits(text: string): string {
  return text
    .replace(withUnit, (_, from: string | undefined, value: string, unit: string) => {
      const name = units[unit] ?? unit
      const start = from === undefined ? '' : `${numberWords(from)} to `
      return `${start}${numberWords(value)} ${from === undefined && isOne(value.replace(/^[-−]/, '')) ? name : several(name)}`
    })
    .replace(
      /(\d+)['′](\d{1,2})["″]/g,
      (_, feet: string, inches: string) => `${numberWords(feet)} foot ${numberWords(inches)}`,
    )
}
