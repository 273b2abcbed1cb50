import { describe, expect, it } from 'vitest'
import { readDataUri, readMediaAddress } from './media-address.ts'

describe('an address of media', () => {
  it.each(['http://example.org/a.png', 'https://example.org/a,b;base64', 'HTTPS://EXAMPLE.ORG/A'])('is %s', url => {
    expect(readMediaAddress(url, 'url')).toEqual({ kind: 'url', url })
  })

  it.each([
    ['data:image/png;base64,AAAA', 'image/png', 'AAAA'],
    ['DATA:Image/JPEG;BASE64,AAAA', 'image/jpeg', 'AAAA'],
    ['data:image/svg+xml;charset=utf-8;base64,AA==', 'image/svg+xml', 'AA=='],
    ['data:audio/wav;name="a b.wav";base64,AA,AA', 'audio/wav', 'AA,AA'],
    ['data:video/vnd.x-y;base64,', 'video/vnd.x-y', ''],
  ])('is %s', (address, mediaType, data) => {
    expect(readMediaAddress(address, 'url')).toEqual({ kind: 'base64', mediaType, data })
  })

  it.each([
    'a.png',
    'ftp://example.org/a.png',
    'file:///etc/passwd',
    '//example.org/a.png',
    ' https://example.org/a.png',
    'data:image/png,AAAA',
    'data:;base64,AAAA',
    'data:image;base64,AAAA',
    'data:image/png;base64',
    'data:image/png;base64;charset=utf-8,AAAA',
  ])('is not %s', address => {
    const expected = `"at.url" must be an http(s) URL or a data URI such as data:image/png;base64,… (got "${address}").`
    expect(() => readMediaAddress(address, 'at.url')).toThrow(
      expect.objectContaining({ code: 'request_params_invalid', param: 'at.url', message: expected }),
    )
  })

  it('is shown in part, however long it is', () => {
    const long = `data:image/png;${'a;'.repeat(5_000_000)}base64,AAAA`
    expect(() => readMediaAddress(long, 'url')).toThrow(/\(got "data:image\/png;(a;)+…"\)\.$/)
  })

  it('may have to be a data URI', () => {
    expect(() => readDataUri('https://example.org/a.wav', 'data', 'a data URI')).toThrow(
      '"data" must be a data URI (got "https://example.org/a.wav").',
    )
  })
})
