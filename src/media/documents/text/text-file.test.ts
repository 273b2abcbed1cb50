import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { encoded } from '../testing/encoded.ts'

const sentences: readonly [encoding: string, text: string][] = [
  ['gb18030', '王小明住在成都，他每天骑自行车去上班。'],
  ['big5', '臺灣的夏天很熱，大家都喜歡去海邊游泳和吃冰。'],
  ['shift_jis', '吾輩は猫である。名前はまだ無い。'],
  ['euc-jp', '吾輩は猫である。名前はまだ無い。'],
  ['euc-kr', '안녕하세요. 오늘은 날씨가 정말 좋네요.'],
  ['windows-1251', 'Привет, как дела? Сегодня хорошая погода.'],
  ['koi8-r', 'Привет, как дела? Сегодня хорошая погода.'],
  ['ibm866', 'Однажды, в студеную зимнюю пору, я из лесу вышел.'],
  ['iso-8859-7', 'Καλημέρα κόσμε, σήμερα ο καιρός είναι πολύ καλός.'],
  ['windows-1255', 'שלום עולם, היום מזג האוויר יפה מאוד.'],
  ['windows-1256', 'مرحبا بالعالم، الطقس جميل جدا اليوم.'],
  ['windows-1252', 'Voilà un café très agréable à côté de la forêt, où l’été est déjà là.'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy.'],
  ['windows-1254', 'Bugün hava çok güzel, şehirde yürüyüş yapmak istiyorum. İyi günler.'],
]

describe('text in an encoding that nothing names', () => {
  it.each(sentences)('reads %s', async (encoding, text) => {
    expect(await documentText('note.txt', encoded(text, encoding))).toBe(text)
  })
})

describe('Unicode text', () => {
  const text = 'naïve 猫 🦜'

  it('reads UTF-8 with and without a byte order mark', async () => {
    expect(await documentText('note.txt', text)).toBe(text)
    expect(await documentText('note.md', `\ufeff${text}`)).toBe(text)
  })

  it('reads UTF-16 in both orders', async () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    expect(await documentText('note.txt', little)).toBe(text)
    expect(await documentText('note.txt', Buffer.from(little).swap16())).toBe(text)
  })

  it('reads UTF-16 without a byte order mark', async () => {
    const plain = 'Plain words, nothing else.'
    expect(await documentText('note.txt', Buffer.from(plain, 'utf16le'))).toBe(plain)
    expect(await documentText('note.txt', Buffer.from(plain, 'utf16le').swap16())).toBe(plain)
  })

  it('keeps reading UTF-8 with one damaged place', async () => {
    const bytes = Buffer.concat([Buffer.from('ä'.repeat(50)), Buffer.from([0xff]), Buffer.from('ö'.repeat(50))])
    expect(await documentText('note.txt', bytes)).toBe(`${'ä'.repeat(50)}\ufffd${'ö'.repeat(50)}`)
  })

  it('finds letters beyond ASCII that come late in a long file', async () => {
    const lead = 'Plain words. '.repeat(20_000)
    const bytes = Buffer.concat([Buffer.from(lead), encoded('Привет, как дела?', 'windows-1251')])
    const text = await documentText('note.txt', bytes)
    expect(text.slice(lead.length)).toBe('Привет, как дела?')
  })
})

describe('what text may hold', () => {
  it('has one kind of line break and no control characters', async () => {
    expect(await documentText('note.txt', 'one\r\ntwo\rthree\u0008\u0007 four\u001b')).toBe('one\ntwo\nthree four')
  })

  it('keeps the spaces that Markdown needs', async () => {
    expect(await documentText('note.md', '# Title\n\n\n\nline  \nnext\n')).toBe('# Title\n\n\n\nline  \nnext\n')
  })

  it('is not binary data', async () => {
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + (index >> 3)) % 256))
    await expect(documentText('note.txt', noise)).rejects.toMatchObject({ fault: 'not-accepted' })
  })

  it('is bounded', async () => {
    await expect(documentText('note.txt', 'x'.repeat(5000), { outputBytes: 4096 })).rejects.toThrow(
      /more than 0 MB of text/,
    )
    await expect(documentText('note.txt', 'x'.repeat(5000), { expandedBytes: 4096 })).rejects.toMatchObject({
      fault: 'limit',
    })
  })
})
