import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { featuresOf, kindOf } from './kind.ts'

async function drawn(body: string, ground = 'white', width = 800, height = 500) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${body}</svg>`
  const data = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  return { width, height, data: new Uint8Array(data) }
}
const line = (text: string, width: number, height = 0.04) => ({ text, left: 0.1, top: 0, width, height })
const bar = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
/** Letters, as far as a look from afar tells. */
const print = (rows: number, fill: string) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 60 }, (_, letter) => bar(60 + letter * 11, 40 + row * 28, 6, 12, fill)).join(''),
  ).join('')

describe('the kind of a picture', () => {
  it('is a document where print covers a light page', async () => {
    const lines = Array.from({ length: 15 }, () => line('a line of sixty letters or so on a page', 0.8))
    expect(kindOf(featuresOf(await drawn(print(15, 'black')), lines))).toBe('document')
  })

  it('is a chart where there are axes and short labels, or areas with figures', async () => {
    const axes = '<path d="M80 40V430H760" stroke="black" stroke-width="2" fill="none"/>'
    const curve = '<path d="M80 380L320 340 440 200 680 120" stroke="crimson" stroke-width="3" fill="none"/>'
    const labels = ['Sales', '10', '20', 'Jan  Feb'].map(text => line(text, 0.1))
    expect(kindOf(featuresOf(await drawn(axes + curve), labels))).toBe('chart')
    const circle = (x: number, fill: string) => `<circle cx="${x}" cy="250" r="90" fill="${fill}"/>`
    const areas = circle(150, 'steelblue') + circle(400, 'orange') + circle(650, 'grey')
    expect(kindOf(featuresOf(await drawn(areas), [line('A 35%', 0.1), line('B 65%', 0.1)]))).toBe('chart')
  })

  it('is a screenshot where there are windows, or print on black', async () => {
    const page = bar(0, 0, 800, 50, '#24292f') + bar(20, 70, 180, 400, '#e8ecf0') + bar(640, 80, 100, 40, '#2da44e')
    const menu = ['Acme Store', 'Home  Welcome back, Maria!', 'Orders', 'Settings'].map(text => line(text, 0.3))
    expect(kindOf(featuresOf(await drawn(page), menu))).toBe('screenshot')
    const shell = Array.from({ length: 15 }, () => line('$ ls -la /home and so on', 0.8))
    expect(kindOf(featuresOf(await drawn(print(15, 'silver'), 'black'), shell))).toBe('screenshot')
  })

  it('is a drawing where areas are plain and nothing is written', async () => {
    const face = '<circle cx="400" cy="250" r="180" fill="gold"/><circle cx="340" cy="200" r="20"/>'
    expect(kindOf(featuresOf(await drawn(face, 'skyblue'), []))).toBe('drawing')
  })

  it('is a photo where hardly two pixels are alike, also a dark one', async () => {
    const noise = (lightest: number) => {
      const data = Uint8Array.from(
        { length: 400 * 300 * 3 },
        (_, at) => ((Math.imul(at, 2654435761) >>> 15) & 255) * lightest,
      )
      return { width: 400, height: 300, data }
    }
    expect(kindOf(featuresOf(noise(1), []))).toBe('photo')
    expect(kindOf(featuresOf(noise(0.1), []))).toBe('photo')
  })
})
