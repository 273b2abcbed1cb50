import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const refused: [string, ...string[]][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['carrier', '100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255'],
  ['link-local and metadata', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ['documentation', '192.0.2.1', '198.51.100.255', '203.0.113.0'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['multicast', '224.0.0.1', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['a cloud inside a public range', '168.63.129.16'],
  ['unspecified', '::', '0:0:0:0:0:0:0:0'],
  ['loopback 6', '::1'],
  ['compatible', '::127.0.0.1', '::8.8.8.8'],
  ['unique local', 'fc00::', 'fd00:ec2::254', 'fdff:ffff::1'],
  ['link-local 6', 'fe80::1', 'febf::1', 'fe80::1%eth0', '2606:4700::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast 6', 'ff02::1'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:0.0.0.0'],
  ['translated', '64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::8.8.8.8'],
  ['stateless translation', '::ffff:0:8.8.8.8'],
  ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::'],
  ['teredo', '2001::1', '2001:0:4136:e378::1'],
  ['protocol assignments 6', '2001:2::1', '2001:20::1'],
  ['documentation 6', '2001:db8::1', '3fff::1'],
  ['discard', '100::1'],
  ['not given out', '4000::1', '8000::1'],
  ['other notations', '127.1', '2130706433', '0177.0.0.1', '0x7f.1', '8.8.8.8 ', '08.8.8.8', '', 'localhost', '[::1]'],
]

const accepted: [string, ...string[]][] = [
  ['just outside the private ranges', '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'],
  ['outside the others', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1', '169.253.1.1', '198.20.0.1'],
  ['public', '8.8.8.8', '1.1.1.1', '223.255.255.255', '192.0.1.1'],
  ['public 6', '2606:4700:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2400:cb00::1'],
  ['public inside', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1'],
]

describe('addresses', () => {
  it.each(refused)('%s: not public', (_what, ...addresses) => {
    expect(addresses.filter(address => isPublicAddress(address))).toEqual([])
  })

  it.each(accepted)('%s: public', (_what, ...addresses) => {
    expect(addresses.filter(address => !isPublicAddress(address))).toEqual([])
  })
})
