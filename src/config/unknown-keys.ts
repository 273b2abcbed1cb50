import type { Report } from './config-error.ts'
import { suggestion } from './nearest.ts'
import { pointerTo, problemAt, type Tree } from './tree.ts'

/** What people look for in the file although the environment sets it. */
const variables = new Map([
  ['host', 'HOST'],
  ['port', 'PORT'],
  ['data', 'MEDLEY_DATA'],
  ['weights', 'MEDLEY_WEIGHTS'],
  ['api_key', 'MEDLEY_API_KEY'],
  ['pull', 'MEDLEY_PULL'],
])

export function reportUnknownKeys(tree: Tree, known: readonly string[], report: Report): void {
  for (const key of Object.keys(tree.value)) {
    if (known.includes(key)) continue
    const variable = variables.get(key)
    const hint = variable === undefined ? suggestion(key, known) : ` the environment variable ${variable} sets this;`
    report(problemAt(tree, pointerTo('', key), 'key', `unknown key;${hint} accepted: ${known.join(', ')}`))
  }
}
