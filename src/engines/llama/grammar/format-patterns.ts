import type { Pattern } from './pattern.ts'
import { readPattern } from './read-pattern.ts'

const date = '(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])'
const time = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z'
const name = '[a-z][a-z0-9]{0,20}'
const byte = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const link = `https://${name}(\\.${name})?\\.(com|org|net|io)(/[a-z0-9-]{1,30}){0,4}`

/** Narrower than the formats are, so that what is written passes also where they are read narrowly. */
const sources: Readonly<Record<string, string>> = {
  date,
  time,
  'date-time': `${date}T${time}`,
  duration: 'P([1-9][0-9]?D|T[1-9][0-9]?[HM])',
  email: `${name}(\\.${name})?@${name}\\.(com|org|net|io)`,
  hostname: `${name}(\\.${name})?\\.(com|org|net|io)`,
  ipv4: `${byte}(\\.${byte}){3}`,
  ipv6: '[0-9a-f]{1,4}(:[0-9a-f]{1,4}){7}',
  uri: link,
  url: link,
  'uri-reference': link,
  uuid: '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
  'json-pointer': '(/[a-z0-9]{1,20}){1,4}',
}

/** Formats that are not here are taken for a remark, as JSON Schema has it. */
export const formatPatterns: Readonly<Record<string, Pattern>> = Object.fromEntries(
  Object.entries(sources).map(([format, source]) => [format, readPattern(source)]),
)
