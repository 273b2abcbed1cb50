import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createFrameSampler } from './sample-frames.ts'
import { type TestVideo, video } from './test-videos.ts'
import { VideoError } from './video-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'medley-test-'))
const sampler = createFrameSampler(4)
afterAll(async () => {
  await sampler.close()
  rmSync(folder, { recursive: true })
})

async function sample(bytes: Buffer) {
  const path = join(folder, String(Math.random()))
  await writeFile(path, bytes)
  return sampler.sample(path)
}

const cases: [string, TestVideo][] = [
  ['one', {}],
  ['one whose pictures are stored out of order', { encoder: 'libx264', bFrames: 2 }],
]

describe('pictures of a video', () => {
  it.each(cases)('are taken evenly over its time, from %s', async (_, wanted) => {
    const { seconds, frames } = await sample(video({ width: 160, height: 120, seconds: 8, ...wanted }))
    expect(seconds).toBeCloseTo(8, 1)
    expect(frames.map(({ at }) => Math.round(at))).toEqual([1, 3, 5, 7])
    for (const { picture } of frames) expect(await sharp(picture).metadata()).toMatchObject({ width: 160, height: 120 })
    // The test's pictures differ: the same one four times would be a failed seek.
    const looks = await Promise.all(frames.map(({ picture }) => sharp(picture).raw().toBuffer()))
    expect(new Set(looks.map(look => look.toString('base64'))).size).toBe(4)
  })

  it('are made smaller than they are large', async () => {
    const { frames } = await sample(video({ width: 1920, height: 1080, seconds: 0.5 }))
    expect(await sharp(frames[0]?.picture).metadata()).toMatchObject({ width: 1280, height: 720 })
  })

  it('are fewer where the video has fewer', async () => {
    const { frames } = await sample(video({ seconds: 0.2 }))
    expect(frames.length).toBeLessThanOrEqual(2)
    expect(frames.length).toBeGreaterThan(0)
  })

  it('can not be had of something else', async () => {
    await expect(sample(Buffer.from('no video at all'))).rejects.toThrow(VideoError)
  })
})
