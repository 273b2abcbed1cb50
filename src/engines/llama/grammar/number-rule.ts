import { wholeNumbers } from './digit-range.ts'
import { anyOf, literal } from './rule-book.ts'
import type { SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'

/** Ends with a digit that counts, so that it lies strictly between two whole numbers. */
const fraction = '"." [0-9]{0,5} [1-9]'
const multiplesAtMost = 400
const decimalsAtMost = 9

interface Bounds {
  readonly least: number
  readonly most: number
  readonly isLeastExcluded: boolean
  readonly isMostExcluded: boolean
}

export function numberRule(schema: SchemaObject, isWhole: boolean): string {
  const bounds = boundsOf(schema)
  const rule =
    typeof schema.multipleOf === 'number' && !(isWhole && schema.multipleOf === 1)
      ? multiples(bounds, schema.multipleOf, isWhole)
      : isWhole
        ? wholeWithin(bounds)
        : anyWithin(bounds)
  if (rule === undefined) throw new SchemaProblem(`no ${isWhole ? 'integer' : 'number'} is within its bounds`)
  return rule
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject): Bounds {
  const from = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  // In an early draft of JSON Schema the exclusive bounds were flags.
  const [above, below] = [
    exclusiveMinimum === true ? from(minimum, low) : from(exclusiveMinimum, low),
    exclusiveMaximum === true ? from(maximum, high) : from(exclusiveMaximum, high),
  ]
  const least = Math.max(from(minimum, low), above)
  const most = Math.min(from(maximum, high), below)
  if (least > most) throw new SchemaProblem('"minimum" is above "maximum"')
  return { least, most, isLeastExcluded: least === above, isMostExcluded: most === below }
}

function includes({ least, most, isLeastExcluded, isMostExcluded }: Bounds, value: number): boolean {
  return (isLeastExcluded ? value > least : value >= least) && (isMostExcluded ? value < most : value <= most)
}

function wholeWithin({ least, most, isLeastExcluded, isMostExcluded }: Bounds): string | undefined {
  return wholeNumbers(
    isLeastExcluded && Number.isInteger(least) ? least + 1 : least,
    isMostExcluded && Number.isInteger(most) ? most - 1 : most,
  )
}

function anyWithin(bounds: Bounds): string | undefined {
  const low = Math.ceil(bounds.least)
  const high = Math.floor(bounds.most)
  const choices = [
    wholeWithin(bounds),
    withFraction(wholeNumbers(Math.max(0, low), high - 1)),
    withFraction(belowZero(low, high)),
  ].filter(choice => choice !== undefined)
  return choices.length > 0 ? anyOf(choices) : fewDecimals(bounds)
}

/** The whole parts, minus signs included, of numbers with a fraction that are below 0. */
function belowZero(low: number, high: number): string | undefined {
  const whole = wholeNumbers(Math.max(0, -high), -low - 1)
  return whole && `"-" ${whole}`
}

function withFraction(whole: string | undefined): string | undefined {
  return whole && `${whole} ${fraction}`
}

/** Where no whole number lies between the bounds: those with the fewest decimals that do. */
function fewDecimals(bounds: Bounds): string | undefined {
  for (let decimals = 1; decimals <= decimalsAtMost; decimals++) {
    const scale = 10 ** decimals
    const found: string[] = []
    const first = Math.floor(bounds.least * scale)
    for (let step = first; step <= first + 12 && found.length < 11; step++) {
      const value = Number((step / scale).toFixed(decimals))
      if (includes(bounds, value)) found.push(literal(value.toFixed(decimals)))
    }
    if (found.length > 0) return anyOf(found)
  }
  return undefined
}

/** The multiples nearest to 0, or to the bound that keeps away from it. */
function multiples(bounds: Bounds, step: number, isWhole: boolean): string | undefined {
  if (!(step > 0)) throw new SchemaProblem('"multipleOf" is not above 0')
  const nearest = Math.min(Math.max(0, bounds.least), bounds.most)
  const middle = Math.round(nearest / step)
  const found: string[] = []
  for (let offset = 0; offset <= multiplesAtMost && found.length < multiplesAtMost / 2; offset++) {
    for (const times of offset === 0 ? [middle] : [middle + offset, middle - offset]) {
      const value = Number((times * step).toPrecision(12))
      const isMultiple = Number.isInteger(value / step) && (!isWhole || Number.isInteger(value))
      if (isMultiple && includes(bounds, value) && !String(value).includes('e')) found.push(literal(String(value)))
    }
  }
  return found.length > 0 ? anyOf(found) : undefined
}
