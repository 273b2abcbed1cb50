import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { AllowList } from './allow-list.ts'
import { FetchRefused } from './fetch-refused.ts'
import { isPublicAddress } from './public-address.ts'

export type Resolve = (host: string) => Promise<string[]>

/** A URL with the addresses that were checked for it: a connection may go to these and to no others. */
export interface Target {
  url: URL
  addresses: LookupAddress[]
}

const longestUrl = 8192

/** `subject` begins every message: the host that the caller sent, or its redirect, but never the host a redirect leads to. */
export function readUrl(text: string, subject: string, base?: URL): URL {
  const url = text.length > longestUrl ? null : URL.parse(text, base?.href)
  if (url === null) {
    throw new FetchRefused('url', `${subject} is not a valid absolute URL of at most ${longestUrl} characters.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = url.protocol.slice(0, 32)
    throw new FetchRefused('scheme', `${subject} uses the scheme "${scheme}"; only http: and https: are accepted.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchRefused('url', `${subject} holds a user name or password, which is not accepted.`)
  }
  return url
}

/** Looks the host up once and refuses it unless every answer may be reached. */
export async function locate(url: URL, allow: AllowList, resolve: Resolve, subject: string): Promise<Target> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const name = host.replace(/\.$/, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)

  const addresses = isIP(host) === 0 ? await resolveHost(host, resolve, subject) : [host]
  const mayBePublic = !/(^|\.)(localhost|internal|local)$/.test(name)
  const mayReach = (address: string) => allow.address(address, port) || (mayBePublic && isPublicAddress(address))
  if (!allow.host(name, port) && !addresses.every(mayReach)) {
    throw new FetchRefused('address', `${subject} leads to an address that is not on the public internet.`)
  }
  return { url, addresses: addresses.map(address => ({ address, family: isIP(address) })) }
}

async function resolveHost(host: string, resolve: Resolve, subject: string): Promise<string[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new FetchRefused('network', `${subject} could not be found in the domain name system.`, { cause })
  })
  if (addresses.length === 0 || addresses.some(address => isIP(address) === 0)) {
    throw new FetchRefused('network', `${subject} could not be found in the domain name system.`)
  }
  return addresses
}

/** The system's resolver, so that the hosts file and the container's names work for what the operator allows. */
export async function systemResolve(host: string): Promise<string[]> {
  const answers = await lookup(host, { all: true })
  return answers.map(answer => answer.address)
}
