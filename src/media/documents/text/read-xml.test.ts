import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { encoded } from '../testing/encoded.ts'

const read = (content: string | Buffer) => documentText('data.xml', content)

describe('XML', () => {
  it('has the text of each element on a line', async () => {
    expect(await read('<list><name>Ada</name><born>1815</born><d:name xmlns:d="x">Grace</d:name></list>')).toBe(
      'Ada\n1815\nGrace',
    )
  })

  it('keeps a sentence with elements inside on one line', async () => {
    expect(await read('<doc><p>Some <b>bold</b> words.</p><p><i>Other</i> words.</p></doc>')).toBe(
      'Some bold words.\nOther words.',
    )
  })

  it('reads CDATA, the standard entities and numbered characters', async () => {
    expect(await read('<a><![CDATA[1 < 2]]> &amp; &lt;&#233;&#x732b;</a>')).toBe('1 < 2 & <é猫')
  })

  it('follows the encoding that it declares', async () => {
    const content = '<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>'
    expect(await read(encoded(content, 'windows-1251'))).toBe('Привет')
  })

  it('is read as a page when it is one', async () => {
    expect(await read('<?xml version="1.0"?><html><body><p>a&nbsp;b</p><script>x</script></body></html>')).toBe(
      'a\u00a0b',
    )
  })
})

describe('hostile XML', () => {
  it('never expands entities of its own', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]><z>x&b;</z>`
    expect(await read(bomb)).toBe('x&b;')
  })

  it('never opens what it points to', async () => {
    const pointing = '<!DOCTYPE z [<!ENTITY f SYSTEM "file:///etc/passwd">]><z>&f;</z>'
    expect(await read(pointing)).toBe('&f;')
    await expect(read('<!DOCTYPE z SYSTEM "file:///etc/passwd"><z/>')).rejects.toMatchObject({ fault: 'empty' })
  })

  it('may not nest without end', async () => {
    expect(await read(`${'<a>'.repeat(900)}bottom${'</a>'.repeat(900)}`)).toBe('bottom')
    await expect(read('<a>'.repeat(60_000))).rejects.toThrow(/deeper than 1000 levels/)
  })

  it('is refused when it is cut short, or no XML', async () => {
    await expect(read('<a><b>text</b>')).rejects.toThrow(/cut short/)
    await expect(read('just words')).rejects.toThrow(/not XML/)
  })
})
