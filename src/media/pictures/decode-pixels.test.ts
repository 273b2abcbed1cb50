import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodePixels } from './decode-pixels.ts'
import { PictureError } from './picture-error.ts'

const { signal } = new AbortController()
const plain = (width: number, height: number, background: object = { r: 200, g: 10, b: 30 }) =>
  sharp({ create: { width, height, channels: 4, background } as never })

describe('decoded pixels', () => {
  it('are red, green and blue, at most as large as asked, with the size as it was given', async () => {
    const bytes = await plain(400, 200).removeAlpha().png().toBuffer()
    const { data, ...size } = await decodePixels(bytes, { longest: 100 }, signal)
    expect(size).toEqual({ width: 100, height: 50, given: { width: 400, height: 200 } })
    expect(data).toHaveLength(100 * 50 * 3)
    expect([...data.subarray(0, 3)]).toEqual([200, 10, 30])
    expect((await decodePixels(bytes, { longest: 1000 }, signal)).width).toBe(400)
  })

  it('are upright', async () => {
    const bytes = await plain(40, 20).removeAlpha().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height, given } = await decodePixels(bytes, { longest: 100 }, signal)
    expect({ width, height, given }).toEqual({ width: 20, height: 40, given: { width: 20, height: 40 } })
  })

  it('are three for each pixel, of grey and of transparent pictures too', async () => {
    const grey = await plain(10, 10).removeAlpha().toColourspace('b-w').png().toBuffer()
    expect((await decodePixels(grey, { longest: 10 }, signal)).data).toHaveLength(300)
    const clear = await plain(10, 10, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer()
    expect([...(await decodePixels(clear, { longest: 10 }, signal)).data.subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('are refused of what is no picture, and not made for who has left', async () => {
    await expect(decodePixels(Buffer.from('text'), { longest: 10 }, signal)).rejects.toBeInstanceOf(PictureError)
    const bytes = await plain(10, 10).png().toBuffer()
    await expect(decodePixels(bytes, { longest: 10 }, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  })
})
