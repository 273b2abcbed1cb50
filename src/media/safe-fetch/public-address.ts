import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16')

// Azure answers its virtual machines here with platform data, although the range is public.
const cloudInternal = new Set(['168.63.129.16'])

/** Whether an address belongs to the public internet. Only plain notation counts, as resolvers and `URL` give it. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return isPublic4(ipaddr.IPv4.parse(address))
  // In hexadecimal, because the library takes ::8.8.8.8 for a mapped address; and a zone is no URL's host.
  const host = isIP(address) === 6 ? URL.parse(`http://[${address}]/`)?.hostname : undefined
  return host !== undefined && isPublic6(ipaddr.IPv6.parse(host.slice(1, -1)))
}

function isPublic4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !cloudInternal.has(address.toString())
}

function isPublic6(address: ipaddr.IPv6): boolean {
  // These three carry an IPv4 address, and a gateway may deliver to it: judge what is inside.
  if (address.isIPv4MappedAddress()) return isPublic4(address.toIPv4Address())
  const bytes = address.toByteArray()
  if (address.match(translated)) return isPublic4(new ipaddr.IPv4(bytes.slice(12)))
  if (address.match(sixToFour)) return isPublic4(new ipaddr.IPv4(bytes.slice(2, 6)))
  // The library calls everything it doesn't know "unicast", so ::127.0.0.1 too; the internet is inside 2000::/3 only.
  return address.match(globalUnicast) && address.range() === 'unicast'
}
