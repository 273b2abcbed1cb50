import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sight, Sighting } from '../../src/core/sight.ts'
import { createSight, objectWeights, textWeights } from '../../src/engines/sight/sight.ts'
import { video } from '../../src/media/video/test-videos.ts'
import { weightsHere } from '../support/recognition/weights-here.ts'
import { startServer, type TestServer } from '../support/server.ts'

const samples = join(import.meta.dirname, '../../../shared/samples/pictures')
const fetched = weightsHere()
const weights = {
  ...fetched,
  folder: (name: string) =>
    name === objectWeights ? join(import.meta.dirname, '../../models/coco-ssd') : fetched.folder(name),
}
const isHere = fetched.state(textWeights).state === 'ready'
const hasSamples = existsSync(join(samples, 'manifest.json'))
const { signal } = new AbortController()

let sight: Sight
const seen = new Map<string, Sighting>()
beforeAll(() => {
  sight = createSight(weights)
})
afterAll(() => sight.close())

async function look(file: string, detail: 'low' | 'high' = 'low'): Promise<Sighting> {
  const known = seen.get(file) ?? (await sight.look(readFileSync(join(samples, file)), detail, signal))
  seen.set(file, known)
  return known
}
const textOf = ({ lines }: Sighting) => lines.map(({ text }) => text).join('\n')
/** Whether Chinese stands apart from Latin letters is a matter of taste. */
const withoutLooseSpaces = (text: string) => text.replaceAll(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')

const mixedPage = [
  'Annual Report 2026 年度报告',
  'Revenue grew by 12.5% to $3,450,000 in the second quarter.',
  '本季度收入增长百分之十二，超过预期。',
  'Please contact the sales team at sales@example.com.',
  '如有疑问，请致电 400-820-8820 联系客服。',
  'Opening hours: Monday to Friday, 9:00 to 17:30.',
  '地址：上海市浦东新区世纪大道一百号',
]
const page = () => readFileSync(join(import.meta.dirname, 'sight/mixed-page.png'))

describe.skipIf(!isHere)('sight (needs pp-ocr-v4 in MEDLEY_WEIGHTS)', () => {
  it.each([0, 90, 180, 270])('reads a clean page of English and Chinese exactly, turned by %d degrees', async turn => {
    const found = await sight.look(await sharp(page()).rotate(turn).png().toBuffer(), 'low', signal)
    expect(found.kind).toBe('document')
    expect(found.lines.map(({ text }) => withoutLooseSpaces(text))).toEqual(mixedPage.map(withoutLooseSpaces))
  })

  it('reads small print in a large picture when it looks closely', async () => {
    const print = await sharp(page()).resize(500).toBuffer()
    const large = sharp({ create: { width: 3000, height: 2400, channels: 3, background: 'white' } })
    const sheet = await large
      .composite([0, 1, 2].map(index => ({ input: print, left: 200 + index * 900, top: 300 + index * 600 })))
      .png()
      .toBuffer()
    const text = textOf(await sight.look(sheet, 'high', signal))
    expect(text.match(/Revenue grew by 12\.5%/g)).toHaveLength(3)
    expect(text.match(/本季度收入增长百分之十二/g)).toHaveLength(3)
  })

  it('reads nothing where nothing is written', async () => {
    const noise = Buffer.from(
      Array.from({ length: 600 * 400 * 3 }, (_, at) => (Math.imul(at, 2654435761) >>> 15) & 255),
    )
    const bytes = await sharp(noise, { raw: { width: 600, height: 400, channels: 3 } })
      .blur(2)
      .png()
      .toBuffer()
    expect((await sight.look(bytes, 'low', signal)).lines).toEqual([])
  })

  it('stops between two steps when nobody waits any more', async () => {
    const begun = performance.now()
    await expect(sight.look(page(), 'high', AbortSignal.timeout(1))).rejects.toThrow('timeout')
    expect(performance.now() - begun).toBeLessThan(1000)
    expect((await sight.look(page(), 'low', signal)).lines).toHaveLength(mixedPage.length)
  })
})

describe.skipIf(!isHere || !hasSamples)(
  'sight of the samples (needs ../shared/samples and pp-ocr-v4 in MEDLEY_WEIGHTS)',
  () => {
    it.each([
      ['document-telegram-english.jpg', ['TELEGRAM RECEIVED', 'unrestricted submarine warfare', 'Mexico']],
      ['screenshot-terminal.jpg', ['OpenTelegard', 'Editor', 'Read E-Mail']],
      ['sign-chinese-road.jpg', ['愚园路', 'Yuyuan Rd.', '西', '东', '315', '309']],
      ['chart-supply-demand.jpg', ['Interest Rate', 'Price ceiling', 'Excess demand', 'or shortage']],
      ['wide-bus.jpg', ['Fate is great, but Bumble is faster.']],
      ['logo-alpha.png', ['OpenCV']],
      ['exif-orientation-6.jpg', ['top', 'left', 'right', 'bottom']],
    ])('reads %s', async (file, expected) => {
      const text = textOf(await look(file))
      for (const words of expected) expect(text).toContain(words)
    })

    it.each([
      ['animal-cat-closeup.png', 'cat'],
      ['car-red-sedan.jpg', 'car'],
      ['person-half-body-astronaut.png', 'person'],
      ['wide-bus.jpg', 'bus'],
      ['object-coffee-on-table.png', 'cup'],
      ['noisy-cameraman.jpg', 'person'],
    ])('finds in %s a %s', async (file, name) => {
      expect((await look(file)).objects.map(object => object.name)).toContain(name)
    })

    it('counts people', async () => {
      const people = async (file: string) => (await look(file)).objects.filter(({ name }) => name === 'person').length
      expect(await people('people-two-women.jpg')).toBe(2)
      expect(await people('street-market.jpg')).toBeGreaterThan(4)
      expect(await people('landscape-mountains-sky.jpg')).toBe(0)
    })

    it.each([
      ['document-telegram-english.jpg', 'document'],
      ['screenshot-terminal.jpg', 'screenshot'],
      ['chart-supply-demand.jpg', 'chart'],
      ['logo-alpha.png', 'drawing'],
      ['car-red-sedan.jpg', 'photo'],
      ['dark-storefront-night.jpg', 'photo'],
      ['png16-hubble.png', 'photo'],
      ['noisy-cameraman.jpg', 'photo'],
      ['sign-chinese-road.jpg', 'photo'],
    ])('takes %s for a %s', async (file, kind) => {
      expect((await look(file)).kind).toBe(kind)
    })

    it('names colours, and finds no text in landscapes and animals', async () => {
      expect((await look('car-red-sedan.jpg')).colours.map(({ name }) => name)).toContain('red')
      expect((await look('landscape-mountains-sky.jpg')).colours.map(({ name }) => name)).toContain('blue')
      for (const file of ['landscape-mountains-sky.jpg', 'animal-cat-closeup.png', 'food-kabob-plate.jpg']) {
        expect((await look(file)).lines).toEqual([])
      }
    })
  },
)

describe.skipIf(!isHere)('the built-in text model with pictures (needs pp-ocr-v4 in MEDLEY_WEIGHTS)', () => {
  const model = 'svc-3.7-flash'
  const question = 'What text is in this picture?'
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ environment: { MEDLEY_WEIGHTS: process.env.MEDLEY_WEIGHTS ?? '' } })
    await server.platform.weights.takeInCopies()
  })
  afterAll(() => server?.stop())

  const data = page().toString('base64')
  const url = `data:image/png;base64,${data}`
  const user = (...content: object[]) => [{ role: 'user', content }]

  it.each([
    [
      '/v1/chat/completions',
      { messages: user({ type: 'text', text: question }, { type: 'image_url', image_url: { url, detail: 'high' } }) },
    ],
    [
      '/v1/messages',
      {
        max_tokens: 60,
        messages: user(
          { type: 'text', text: question },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
        ),
      },
    ],
    [
      '/v1/responses',
      { input: user({ type: 'input_text', text: question }, { type: 'input_image', image_url: { url } }) },
    ],
  ])('answers at %s', async (path, body) => {
    const { status, body: answer } = await server.json<{ usage: Record<string, number> }>(path, {
      body: { model, ...body },
    })
    expect(status).toBe(200)
    const { prompt_tokens, input_tokens = 0, cache_read_input_tokens = 0 } = answer.usage
    expect(prompt_tokens ?? input_tokens + cache_read_input_tokens).toBeGreaterThan(150)
  })

  it('answers about a dense page, several pictures and a video, all of which fit its context', async () => {
    const part = (bytes: Buffer) => ({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${bytes.toString('base64')}`, detail: 'high' },
    })
    const four = [0, 1, 2, 3].map(index => ({ input: page(), left: (index % 2) * 1000, top: (index >> 1) * 520 }))
    const blank = sharp({ create: { width: 2000, height: 1040, channels: 3, background: 'white' } })
    const dense = part(await blank.composite(four).png().toBuffer())
    const plain = part(page())
    const clip = { type: 'video_url', video_url: { url: `data:video/mp4;base64,${video().toString('base64')}` } }
    for (const parts of [[dense], [plain, plain, dense], [clip]]) {
      const { status } = await server.json('/v1/chat/completions', {
        body: { model, max_tokens: 20, messages: user({ type: 'text', text: question }, ...parts) },
      })
      expect(status).toBe(200)
    }
  })
})
