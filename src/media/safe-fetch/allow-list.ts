import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface AllowList {
  host(name: string, port: number): boolean
  address(address: string, port: number): boolean
}

type Network = { range: [ipaddr.IPv4 | ipaddr.IPv6, number]; port: number | undefined }

/** What the operator lets callers reach although it is private: `files.lan`, `files.lan:8080`, `10.0.0.5`, `[fd00::5]:80`, `10.0.0.0/8`. */
export function readAllowList(entries: readonly string[]): AllowList {
  const hosts = new Map<string, Set<number | undefined>>()
  const networks: Network[] = []

  for (const entry of entries) {
    const read = readEntry(entry)
    if (read === undefined) {
      throw new Error(`"${entry}" is not a host, a host:port or an address range such as 10.0.0.0/8`)
    }
    if ('range' in read) networks.push(read)
    else hosts.set(read.name, (hosts.get(read.name) ?? new Set()).add(read.port))
  }

  return {
    host(name, port) {
      const ports = hosts.get(name)
      return ports !== undefined && (ports.has(undefined) || ports.has(port))
    },
    address(address, port) {
      if (isIP(address) === 0) return false
      const parsed = ipaddr.process(address)
      return networks.some(
        network =>
          (network.port === undefined || network.port === port) &&
          network.range[0].kind() === parsed.kind() &&
          parsed.match(network.range),
      )
    },
  }
}

function readEntry(entry: string): Network | { name: string; port: number | undefined } | undefined {
  if (entry.includes('/')) {
    const [base = ''] = entry.split('/')
    if (isIP(base) === 0 || !ipaddr.isValidCIDR(entry)) return undefined
    return { range: ipaddr.parseCIDR(entry), port: undefined }
  }
  if (isIP(entry) !== 0) return { range: wholeAddress(entry), port: undefined }

  const parts = /^(?:\[(?<literal>[^\]]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/.exec(entry)?.groups
  if (parts === undefined) return undefined
  const port = parts.port === undefined ? undefined : Number(parts.port)
  if (port !== undefined && (port < 1 || port > 65535)) return undefined

  const literal = parts.literal ?? parts.name ?? ''
  if (isIP(literal) !== 0) return { range: wholeAddress(literal), port }
  if (parts.name === undefined) return undefined
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(parts.name) ? { name: parts.name.toLowerCase(), port } : undefined
}

function wholeAddress(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(address)
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128]
}
