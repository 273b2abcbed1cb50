import { describe, expect, it } from 'vitest'
import { readAllowList } from './allow-list.ts'

describe('the allow-list', () => {
  it('matches a host on every port, or on the one that was named', () => {
    const allow = readAllowList(['Files.lan', 'media.lan:8080'])
    expect(allow.host('files.lan', 80)).toBe(true)
    expect(allow.host('files.lan', 9000)).toBe(true)
    expect(allow.host('media.lan', 8080)).toBe(true)
    expect(allow.host('media.lan', 80)).toBe(false)
    expect(allow.host('other.files.lan', 80)).toBe(false)
    expect(allow.host('xfiles.lan', 80)).toBe(false)
  })

  it('matches addresses and ranges, whatever family they are written in', () => {
    const allow = readAllowList(['10.0.0.0/8', '127.0.0.1:9000', 'fd00::/8', '[::1]:80', '192.168.1.5'])
    expect(allow.address('10.9.8.7', 80)).toBe(true)
    expect(allow.address('11.0.0.1', 80)).toBe(false)
    expect(allow.address('::ffff:10.0.0.1', 80)).toBe(true)
    expect(allow.address('127.0.0.1', 9000)).toBe(true)
    expect(allow.address('127.0.0.1', 9001)).toBe(false)
    expect(allow.address('fd12::1', 443)).toBe(true)
    expect(allow.address('fe80::1', 443)).toBe(false)
    expect(allow.address('::1', 80)).toBe(true)
    expect(allow.address('::1', 81)).toBe(false)
    expect(allow.address('192.168.1.5', 1)).toBe(true)
    expect(allow.address('192.168.1.6', 1)).toBe(false)
    expect(allow.address('not an address', 80)).toBe(false)
  })

  it.each([
    '',
    'http://files.lan',
    'files.lan/path',
    '10.0.0.0/33',
    '10.1/8',
    'files.lan:0',
    'files.lan:70000',
    '*.lan',
    '[x]:80',
    'a b',
  ])('refuses the entry "%s" and names it', entry => {
    expect(() => readAllowList([entry])).toThrow(`"${entry}" is not a host`)
  })
})
