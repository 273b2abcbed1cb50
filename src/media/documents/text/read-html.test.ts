import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { encoded } from '../testing/encoded.ts'

const read = (page: string | Buffer) => documentText('page.html', page)

describe('pages', () => {
  it('have their text on lines of their own, without scripts, styles and menus', async () => {
    const page = `<!doctype html><html><head><title>The title</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav><h1>Heading</h1><script>alert('x < y')</script>
      <p>One   sentence
      with <b>bold</b> text.</p><div>Next<br>line</div></body></html>`
    expect(await read(page)).toBe('The title\n\nHeading\n\nOne sentence with bold text.\n\nNext\nline')
  })

  it('have entities decoded', async () => {
    expect(await read('<p>caf&eacute; &amp; cr&#232;me &lt;b&gt;</p>')).toBe('café & crème <b>')
  })

  it('have rows of cells apart by tabs', async () => {
    const table = '<table><tr><th>A</th><th><p>B</p></th></tr><tr><td></td><td>2</td><td>3</td></tr></table>'
    expect(await read(table)).toBe('A\tB\n\t2\t3')
  })

  it('have marks before the items of lists', async () => {
    expect(await read('<ul><li>a<li>b<ol start=3><li>c<li><li>d</ol></ul>')).toBe('- a\n- b\n  3. c\n  5. d')
  })

  it('keep the line breaks of preformatted text', async () => {
    expect(await read('<pre>if (x)\n    y()</pre>')).toBe('if (x)\n    y()')
  })

  it('keep their menus when there is nothing else, or no end to them', async () => {
    expect(await read('<nav>Home</nav>')).toBe('Home')
    expect(await read('<p>a</p><nav>Home<p>the rest')).toBe('a\n\nHome\n\nthe rest')
  })
})

describe('the encoding of a page', () => {
  it('is the one that it declares', async () => {
    const bytes = encoded('<meta charset="windows-1257"><p>Ąžuolas</p>', 'windows-1257')
    expect(await read(bytes)).toBe('Ąžuolas')
  })

  it('is what its bytes are when it declares something else', async () => {
    expect(await read('<meta charset="gbk"><p>čeština</p>')).toBe('čeština')
    const bytes = encoded('<meta charset="utf-8"><p>Привет, как дела? Сегодня хорошая погода.</p>', 'windows-1251')
    expect(await read(bytes)).toBe('Привет, как дела? Сегодня хорошая погода.')
  })
})

describe('hostile pages', () => {
  it('may not nest without end', async () => {
    expect(await read(`${'<div>'.repeat(5000)}bottom`)).toBe('bottom')
    await expect(read('<b>'.repeat(20_000))).rejects.toThrow(/deeper than 10000 levels/)
  })
})
