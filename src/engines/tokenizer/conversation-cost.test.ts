import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { GenerationRequest, UserPart } from '../../core/generation.ts'
import { conversationCost } from './conversation-cost.ts'
import { imageSize } from './image-size.ts'

async function picture(width: number, height: number, format: 'png' | 'jpeg' | 'webp' | 'gif', lossless = false) {
  const plain = sharp({ create: { width, height, channels: 3, background: '#123' } })
  const bytes = await (format === 'webp'
    ? plain.webp({ lossless })
    : plain.withExif({ IFD0: { Copyright: 'x'.repeat(500) } })[format]()
  ).toBuffer()
  return bytes.toString('base64')
}

const costOf = (...parts: UserPart[]) =>
  conversationCost({
    model: 'm',
    messages: [{ role: 'user', parts }],
    tools: [],
    toolChoice: 'auto',
    stop: [],
    format: { type: 'text' },
  } satisfies GenerationRequest).fixed

describe('the size of a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('is read from %s', async format => {
    expect(imageSize(await picture(321, 123, format))).toEqual({ width: 321, height: 123 })
  })

  it('is read from lossless and animated webp', async () => {
    expect(imageSize(await picture(321, 123, 'webp', true))).toEqual({ width: 321, height: 123 })
    const extended = Buffer.alloc(40)
    extended.write('RIFF', 0)
    extended.write('WEBPVP8X', 8)
    extended.writeUIntLE(320, 24, 3)
    extended.writeUIntLE(122, 27, 3)
    expect(imageSize(extended.toString('base64'))).toEqual({ width: 321, height: 123 })
  })

  it.each([[''], ['AAAA'], ['/9j/'], ['iVBORw0KGgo='], ['R0lGODlh']])('is unknown: %j', base64 => {
    expect(imageSize(base64)).toBeUndefined()
  })
})

describe('what a conversation costs', () => {
  const empty = costOf()
  const image = (data: string, detail: 'low' | 'high'): UserPart => ({
    type: 'image',
    detail,
    param: '',
    source: { kind: 'base64', mediaType: 'image/png', data },
  })

  it('is 400 for a picture at low detail', async () => {
    expect(costOf(image(await picture(2000, 2000, 'png'), 'low')) - empty).toBe(400)
  })

  it.each([
    [100, 100, 600],
    [512, 512, 600],
    [513, 512, 800],
    [1024, 1024, 1200],
    [4096, 4096, 3600],
  ])('is more for one of %i × %i at high detail', async (width, height, tokens) => {
    expect(costOf(image(await picture(width, height, 'png'), 'high')) - empty).toBe(tokens)
  })

  it('is a guess where the size is not known', () => {
    expect(costOf(image('AAAA', 'high')) - empty).toBe(1200)
  })

  it('counts the frames of messages, and all of their texts', () => {
    const { texts, fixed } = conversationCost({
      model: 'm',
      messages: [
        { role: 'system', text: 'one' },
        { role: 'user', parts: [{ type: 'text', text: 'two' }] },
        { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'f', arguments: '{}' }] },
        { role: 'tool', callId: 'a', parts: [{ type: 'text', text: 'three' }] },
      ],
      tools: [{ name: 'f', parameters: {} }],
      toolChoice: 'auto',
      stop: [],
      format: { type: 'text' },
    })
    expect(fixed).toBe(3 + 4 * 4)
    expect(texts).toEqual(['one', 'two', 'f{}', 'three', '[{"name":"f","parameters":{}}]'])
  })
})
