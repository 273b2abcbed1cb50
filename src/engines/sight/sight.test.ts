import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { PlatformError } from '../../core/errors.ts'
import type { Sight } from '../../core/sight.ts'
import type { Weights } from '../../core/weights.ts'
import { createSight, type SightOptions, textWeights } from './sight.ts'

const here: Weights = { folder: name => name, state: name => ({ state: 'ready', folder: name }) }
const worker = new URL('./sight-worker.fixture.ts', import.meta.url)
const { signal } = new AbortController()
const picture = (background: string, width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

let sight: Sight | undefined
const open = (options: SightOptions = {}, weights = here) => {
  sight = createSight(weights, { worker, ...options })
  return sight
}
afterEach(() => sight?.close())

describe('sight', () => {
  it('looks at pictures, at most as large as their detail asks for, and tells their size as given', async () => {
    const { look } = open()
    expect(await look(await picture('white'), 'low', signal)).toMatchObject({
      width: 30,
      lines: [{ text: 'low 30×20' }],
    })
    const large = await picture('white', 6000, 60)
    expect(await look(large, 'low', signal)).toMatchObject({ width: 6000, lines: [{ text: 'low 2048×20' }] })
    expect(await look(large, 'high', signal)).toMatchObject({ height: 60, lines: [{ text: 'high 4096×41' }] })
  })

  it('fails where looking does, and where its thread dies; the next picture gets another', async () => {
    const { look } = open()
    await expect(look(await picture('blue'), 'low', signal)).rejects.toMatchObject({ code: 'internal_error' })
    await expect(look(await picture('red'), 'low', signal)).rejects.toMatchObject({ code: 'internal_error' })
    expect(await look(await picture('white'), 'low', signal)).toMatchObject({ kind: 'photo' })
  })

  it('lets go at once when nobody waits, and stops the work', async () => {
    const { look } = open()
    await look(await picture('white'), 'low', signal)
    await expect(look(await picture('lime'), 'low', AbortSignal.timeout(300))).rejects.toThrow('timeout')
    // The thread would hang in the picture before.
    expect(await look(await picture('white'), 'low', signal)).toMatchObject({ kind: 'photo' })
  })

  it('dismisses its thread when nothing was asked for a while, and hires another', async () => {
    const { look } = open({ idleMs: 1 })
    const white = await picture('white')
    const thread = async () => (await look(white, 'low', signal)).colours[0]?.name
    const first = await thread()
    await expect.poll(thread).not.toBe(first)
  })

  it('says so while its weights are on their way, and once it is closed', async () => {
    const arriving = new PlatformError('service_unavailable', 'on their way')
    const weights: Weights = {
      ...here,
      folder(name) {
        if (name === textWeights) throw arriving
        return name
      },
    }
    await expect(open({}, weights).look(await picture('white'), 'low', signal)).rejects.toBe(arriving)
    const { look, close } = open()
    await close()
    await expect(look(await picture('white'), 'low', signal)).rejects.toMatchObject({ code: 'internal_error' })
  })
})
