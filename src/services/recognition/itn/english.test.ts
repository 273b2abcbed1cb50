import { expect, it } from 'vitest'
import { normaliseNumbers } from './normalise-numbers.ts'

function write(text: string): string {
  const words = text.split(/(?= )/).map((word, place) => ({ word, start: place, end: place + 0.9 }))
  return normaliseNumbers(words, 'en')
    .map(({ word }) => word)
    .join('')
}

it.each([
  ['it costs twenty five dollars', 'it costs $25'],
  ['It costs twenty-five dollars.', 'It costs $25.'],
  ['two thousand twenty six', '2026'],
  ['in nineteen eighty four', 'in 1984'],
  ['in twenty twenty six we', 'in 2026 we'],
  ['back in twenty oh five', 'back in 2005'],
  ['one hundred and five people', '105 people'],
  ['a hundred people', 'a hundred people'],
  ['a hundred and ten people', '110 people'],
  ['three hundred sixty five days', '365 days'],
  ['twelve thousand three hundred', '12,300'],
  ['one million two hundred thousand', '1.2 million'],
  ['five million dollars', '$5 million'],
  ['two point five million', '2.5 million'],
  ['fifteen hundred', '1500'],
  ['one two three four', '1234'],
  ['call five five five one two three four', 'call 555-1234'],
  ['eight zero zero five five five oh one nine nine', '800-555-0199'],
  ['nine one one', '911'],
  ['code double seven five', 'code 775'],
  ['fifty percent', '50%'],
  ['five per cent', '5%'],
  ['three point one four', '3.14'],
  ['zero point five percent', '0.5%'],
  ['minus five', '-5'],
  ['negative twenty degrees celsius', '-20 °C'],
  ['ninety eight degrees fahrenheit', '98 °F'],
  ['five kilometers', '5 km'],
  ['ten kilograms of rice', '10 kg of rice'],
  ['sixty miles per hour', '60 mph'],
  ['one hundred kilometers per hour', '100 km/h'],
  ['two gigabytes', '2 GB'],
  ['the twenty first century', 'the 21st century'],
  ['the third man', 'the third man'],
  ['the twelfth night', 'the 12th night'],
  ['one hundredth', '100th'],
  ['july fourth', 'July 4'],
  ['July fourth, twenty twenty six', 'July 4, 2026'],
  ['january first nineteen ninety', 'January 1, 1990'],
  ['the fourth of july', 'the 4th of July'],
  ['the first of may two thousand ten', 'the 1st of May 2010'],
  ['june twenty twenty', 'June 2020'],
  ['december twenty fifth', 'December 25'],
  ['five thirty pm', '5:30 PM'],
  ['ten am', '10 AM'],
  ["three o'clock", '3:00'],
  ['at seven fifteen', 'at 7:15'],
  ['half past six', '6:30'],
  ['quarter to one', '12:45'],
  ['quarter past nine', '9:15'],
  ['at nine oh five', 'at 9:05'],
  ['eight in the morning', '8 in the morning'],
  ['five dollars and fifty cents', '$5.50'],
  ['one hundred pounds', '£100'],
  ['three euros', '€3'],
  ['one point five million euros', '€1.5 million'],
  ['chapter three', 'chapter 3'],
  ['flight two four six', 'flight 246'],
  ['room one hundred one', 'room 101'],
  ['twenty four seven', '24/7'],
  ['fifty fifty', '50/50'],
  ['one of them', 'one of them'],
  ['one by one', 'one by one'],
  ['two or three friends', 'two or three friends'],
  ['ten green bottles', '10 green bottles'],
  ['no one said a word', 'no one said a word'],
  ['a second chance', 'a second chance'],
  ['they may march on', 'they may march on'],
  ['I want one, two, and three', 'I want one, two, and three'],
  ['twenty, thirty, forty', '20, 30, 40'],
  ['wait a minute', 'wait a minute'],
  ['a thousand times', 'a thousand times'],
  ['nineteen people', '19 people'],
  ['', ''],
])('%s → %s', (spoken, written) => {
  expect(write(spoken)).toBe(written)
})

it('takes the time from the first word to the last, and leaves the others alone', () => {
  const words = ['It', ' costs', ' twenty', ' five', ' dollars.', ' Yes'].map((word, i) => ({
    word,
    start: i,
    end: i + 0.5,
  }))
  expect(normaliseNumbers(words, 'en-US')).toEqual([
    { word: 'It', start: 0, end: 0.5 },
    { word: ' costs', start: 1, end: 1.5 },
    { word: ' $25.', start: 2, end: 4.5 },
    { word: ' Yes', start: 5, end: 5.5 },
  ])
})

it('leaves other languages alone', () => {
  const words = [{ word: 'twenty', start: 0, end: 1 }]
  expect(normaliseNumbers(words, 'de')).toEqual(words)
})
