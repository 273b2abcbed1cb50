import { isIP } from 'node:net'
import { parseHttpAddress } from './addresses.ts'
import { isHostName } from './allow-entry.ts'
import { environmentProblem, type Report } from './config-error.ts'
import { acceptedHttpAddress } from './http-address.ts'
import { suggestion } from './nearest.ts'
import { showValue } from './show.ts'
import type { Variables } from './substitution.ts'

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** What only the environment sets. Paths are as given. */
export interface Environment {
  readonly host: string
  readonly port: number
  readonly data: string
  readonly weights: string | undefined
  readonly catalog: string | undefined
  readonly hub: HubConfig
  readonly pull: 'auto' | 'never'
  readonly configFile: string | undefined
  readonly apiKey: string | undefined
}

/** Where Hugging Face, or a mirror of it, is asked for weights. */
export interface HubConfig {
  readonly url: string
  readonly token: string | undefined
}

export function readEnvironment(variables: EnvironmentVariables, report: Report): Environment {
  const given = givenVariables(variables)
  return {
    host: readHost(given('HOST') ?? '127.0.0.1', report),
    port: readPort(given('PORT') ?? '8080', report),
    data: given('MEDLEY_DATA') ?? 'data',
    weights: given('MEDLEY_WEIGHTS'),
    catalog: given('MEDLEY_CATALOG'),
    hub: { url: readHub(given('HF_ENDPOINT') ?? 'https://huggingface.co', report), token: given('HF_TOKEN') },
    pull: readWord('MEDLEY_PULL', given('MEDLEY_PULL') ?? 'auto', ['auto', 'never'], report),
    configFile: given('MEDLEY_CONFIG'),
    apiKey: readApiKey(variables.MEDLEY_API_KEY, report),
  }
}

/** An empty variable is one that is not set, as compose files and unit files leave it. */
export function givenVariables(variables: EnvironmentVariables): Variables {
  return name => variables[name] || undefined
}

/** One of a few words; the first stands in for a wrong one, which is reported. */
export function readWord<Word extends string>(
  variable: string,
  text: string,
  words: readonly [Word, ...Word[]],
  report: Report,
): Word {
  const word = words.find(known => known === text)
  if (word !== undefined) return word
  const message = `${showValue(text)} is not accepted;${suggestion(text, words)} accepted: ${words.join(', ')}`
  report(environmentProblem(variable, message))
  return words[0]
}

function readHub(text: string, report: Report): string {
  const address = parseHttpAddress(text)
  if (address === undefined) {
    report(environmentProblem('HF_ENDPOINT', `${showValue(text)} is not accepted; accepted: ${acceptedHttpAddress}`))
  }
  return address ?? text
}

function readHost(text: string, report: Report): string {
  if (isIP(text) === 0 && !isHostName(text)) {
    const accepted = 'an address or a host name, such as 127.0.0.1, 0.0.0.0, :: or localhost'
    report(environmentProblem('HOST', `${showValue(text)} is not accepted; accepted: ${accepted}`))
  }
  return text
}

function readPort(text: string, report: Report): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65535) return port
  report(environmentProblem('PORT', `${showValue(text)} is not accepted; accepted: a whole number from 0 to 65535`))
  return 0
}

/** Empty is an error here: a key that failed to arrive must not quietly become a new one. */
function readApiKey(text: string | undefined, report: Report): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{8,512}$/.test(text)) return text
  const accepted = '8 to 512 printable ASCII characters without spaces; leave it unset to have a key made'
  report(environmentProblem('MEDLEY_API_KEY', `the value (not shown here) is not accepted; accepted: ${accepted}`))
  return undefined
}
