import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeTone, wav } from '../sound/test-sounds.ts'
import { createVideoInspector, VideoError, type VideoInspectorOptions } from './inspect.ts'
import { video } from './test-videos.ts'

const folder = mkdtempSync(join(tmpdir(), 'video-'))
const { inspect, close } = createVideoInspector()

afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

async function file(bytes: Buffer | string): Promise<string> {
  const path = join(folder, `video-${Math.random()}`)
  await writeFile(path, bytes)
  return path
}

async function refusal(bytes: Buffer | string): Promise<string> {
  const error = await inspect(await file(bytes)).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(VideoError)
  return (error as VideoError).message
}

/** Says that there are more samples than there are. */
function announcing(bytes: Buffer, box: string, offset: number, count: number): Buffer {
  const changed = Buffer.from(bytes)
  const at = changed.indexOf(box)
  expect(at).toBeGreaterThan(0)
  changed.writeUInt32BE(count, at + offset)
  return changed
}

/** Rewrites what the container says of the size; the stream in it has its own opinion. */
function claimingSize(bytes: Buffer, width: number, height: number): Buffer {
  const entry = bytes.lastIndexOf('avc1')
  bytes.writeUInt16BE(width, entry + 28)
  bytes.writeUInt16BE(height, entry + 30)
  return bytes
}

describe('facts', () => {
  it.each([
    ['libx264', 'h264'],
    ['libvpx-vp9', 'vp9'],
    ['mpeg4', 'mpeg4'],
  ] as const)('of mp4 from %s', async (encoder, codec) => {
    const path = await file(video({ encoder, seconds: 3, width: 96, height: 64 }))
    expect(await inspect(path)).toEqual({ codec, seconds: 3, width: 96, height: 64 })
  })

  it.each([
    ['with its table of contents first', '+faststart'],
    ['in fragments', '+frag_keyframe+empty_moov'],
  ])('of mp4 %s', async (_, flags) => {
    expect(await inspect(await file(video({ flags, seconds: 2 })))).toMatchObject({ seconds: 2 })
  })

  it('of a single picture that the decoder would hold back', async () => {
    expect(await inspect(await file(video({ seconds: 0.1, bFrames: 2 })))).toMatchObject({ seconds: 0.1 })
  })
})

describe('refused', () => {
  it.each([
    ['nothing', '', 'The video is empty; accepted: mp4.'],
    ['text', 'These words are no video.\n'.repeat(50), 'The video is not mp4; accepted: mp4.'],
    ['sound', wav(1), 'The video is not mp4; accepted: mp4.'],
    ['matroska', video({ muxer: 'matroska' }), 'The video is not mp4; accepted: mp4.'],
    ['mov', video({ muxer: 'mov' }), 'The video is QuickTime (mov); accepted: mp4.'],
    [
      'a heic picture',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      'The video is a picture (heic); accepted: mp4.',
    ],
  ])('%s', async (_, bytes, message) => {
    expect(await refusal(bytes)).toBe(message)
  })

  it('mp4 without video', async () => {
    const path = join(folder, 'sound.mp4')
    encodeTone(path, 'mp4', 'aac', 1, 44_100)
    await expect(inspect(path)).rejects.toThrow('The mp4 holds no video.')
  })

  it('a codec that is not on the list', async () => {
    expect(await refusal(video({ encoder: 'mjpeg' }))).toContain(
      'coded as "mjpeg", which is not read here; accepted: h264',
    )
  })

  it('video that was cut', async () => {
    const last = video({ seconds: 3 })
    expect(await refusal(last.subarray(0, last.length / 2))).toContain("its table of contents can't be read")
    const first = video({ seconds: 3, flags: '+faststart' })
    expect(await refusal(first.subarray(0, first.length / 2))).toMatch(/^The video was cut: 1\.\d of its 3\.0 seconds/)
  })

  it('pictures that are garbage', async () => {
    const bytes = video({ encoder: 'libx264', seconds: 3 })
    for (let at = bytes.indexOf('mdat') + 8; at < bytes.indexOf('moov') - 4; at += 1) bytes[at] = (at * at) & 255
    expect(await refusal(bytes)).toBe('The mp4 holds no video that can be decoded.')
  })

  it('more pixels than 8K has, whether container or stream ask for them', async () => {
    const container = claimingSize(video({ encoder: 'libx264' }), 16_000, 16_000)
    expect(await refusal(container)).toContain('The video has 16000×16000 pixels')
    const stream = claimingSize(video({ encoder: 'libx264', width: 8192, height: 4336, seconds: 0.1 }), 64, 48)
    expect(await refusal(stream)).toBe('The mp4 holds no video that can be decoded.')
  })

  it('a small file that announces millions of pieces', async () => {
    const whole = announcing(video(), 'stsz', 12, 2_000_001)
    const fragments = announcing(video({ flags: '+frag_keyframe+empty_moov' }), 'trun', 8, 0x7fffffff)
    for (const bytes of [whole, fragments]) expect(await refusal(bytes)).toContain('accepted: at most 2000000')
  })

  it('video that takes too long', async () => {
    const options: VideoInspectorOptions = { seconds: 0.001 }
    const hasty = createVideoInspector(options)
    await expect(hasty.inspect(await file(video()))).rejects.toThrow(
      'The video could not be decoded within 0.001 seconds.',
    )
    await hasty.close()
  })
})
