import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createSearxng } from './search.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function searchOver(answer: unknown, { status = 200, path = '' } = {}) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  closers.push(() => server.close())
  const engine = createSearxng({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` })
  closers.push(() => engine.close())
  return { asked, find: (keyword: string) => engine.search(keyword, new AbortController().signal) }
}

const page = (n: number) => ({ url: `https://example.org/${n}`, title: `Page ${n}`, content: `About ${n}` })

describe('a SearXNG', () => {
  it.each(['', '/', '/searx', '/searx/', '/searx/search'])('is asked below "%s" for JSON', async path => {
    const { asked, find } = await searchOver({ results: [1, 2, 3, 4, 5, 6, 7].map(page) }, { path })
    const found = await find('harbour & ships')
    expect(asked).toEqual([`${path.startsWith('/searx') ? '/searx' : ''}/search?q=harbour+%26+ships&format=json`])
    expect(found).toHaveLength(5)
    expect(found[1]).toEqual({ index: 2, url: 'https://example.org/2', title: 'Page 2', summary: 'About 2' })
  })

  it('leaves out what is no page', async () => {
    const odd = [{ title: 'no address' }, { url: 'javascript:alert(1)', title: 'x' }, null, page(9)]
    const { find } = await searchOver({ results: odd })
    expect(await find('x')).toEqual([{ index: 1, url: 'https://example.org/9', title: 'Page 9', summary: 'About 9' }])
  })

  it.each([
    ['an error', 'no', { status: 500 }, 'it answered 500'],
    ['its page instead of JSON', '<html>', {}, 'JSON'],
    ['an answer of another kind', {}, {}, 'its answer holds no list of results'],
  ])('that answers with %s is out of service', async (_, answer, how, why) => {
    const { find } = await searchOver(answer, how)
    await expect(find('x')).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining(why),
    })
  })

  it('that is not there is out of service', async () => {
    const engine = createSearxng({ url: 'http://127.0.0.1:1' })
    closers.push(() => engine.close())
    await expect(engine.search('x', new AbortController().signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })
})
