import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSoundInspector, SoundError, type SoundInspectorOptions } from './inspect.ts'
import { encodeTone, wav, writePicture } from './test-sounds.ts'

const folder = mkdtempSync(join(tmpdir(), 'sound-'))
const shared = createSoundInspector()
const closers: (() => Promise<void>)[] = []

afterAll(async () => {
  await shared.close()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

function inspector(options?: SoundInspectorOptions) {
  const made = createSoundInspector(options)
  closers.push(made.close)
  return made
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const refusal = async (path: string, options?: SoundInspectorOptions) => {
  const error = await (options === undefined ? shared : inspector(options))
    .inspect(path)
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(SoundError)
  expect(String(error)).not.toContain(folder)
  return (error as SoundError).message
}

describe('facts', () => {
  it('of a silent wav, whatever its name', async () => {
    const path = await file('silence.mp3', wav(1.5, { rate: 22_050, channels: 2 }))
    expect(await shared.inspect(path)).toEqual({
      container: 'wav',
      codec: 'pcm_s16le',
      seconds: 1.5,
      sampleRate: 22_050,
      channels: 2,
    })
  })

  it.each([
    ['mp3', 'libmp3lame', 24_000, 'mp3', 'mp3', 2],
    ['flac', 'flac', 16_000, 'flac', 'flac', 2],
    ['ogg', 'libopus', 48_000, 'ogg', 'opus', 2],
    ['mp4', 'aac', 44_100, 'mp4', 'aac', 2],
    ['webm', 'libopus', 48_000, 'matroska', 'opus', 2],
    // Bare AAC has no place to say how much of its first and last frame is padding: 88 frames of 1024 samples.
    ['adts', 'aac', 44_100, 'aac', 'aac', 2.043356],
  ] as const)('of %s with %s', async (muxer, encoder, sampleRate, container, codec, seconds) => {
    const path = join(folder, `tone-${muxer}`)
    encodeTone(path, muxer, encoder, 2, sampleRate)
    expect(await shared.inspect(path)).toEqual({ container, codec, seconds, sampleRate, channels: 1 })
  })

  it('count what is there, not what the header promises', async () => {
    const path = await file('promise.wav', wav(3, { promised: 10 }))
    expect(await shared.inspect(path)).toMatchObject({ seconds: 3 })
  })

  it('of a file that was cut count as long as it lasts', async () => {
    const whole = join(folder, 'whole.mp3')
    encodeTone(whole, 'mp3', 'libmp3lame', 4, 24_000)
    const bytes = await readFile(whole)
    const { seconds } = await shared.inspect(await file('half.mp3', bytes.subarray(0, bytes.length / 2)))
    expect(seconds).toBeGreaterThan(1.8)
    expect(seconds).toBeLessThan(2.2)
  })
})

describe('refused', () => {
  it.each([
    ['text', 'text.mp3', 'These words are no sound.\n'.repeat(50)],
    ['text cut inside a character', 'cut.wav', '声'.repeat(400)],
    ['a playlist', 'list.m3u8', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\nother.aac\n#EXT-X-ENDLIST\n'],
    ['a concat script', 'list.ffconcat', "ffconcat version 1.0\nfile 'other.aac'\n"],
    ['a playlist with another name', 'list.mp3', '#EXTM3U\nother.aac\n'],
    ['a session description', 'list.sdp', 'v=0\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n'],
    ['a manifest', 'list.mpd', '<?xml version="1.0"?><MPD><BaseURL>other.aac</BaseURL></MPD>'],
  ])('%s, called %s', async (_what, name, content) => {
    encodeTone(join(folder, 'other.aac'), 'adts', 'aac', 1, 44_100)
    const message = await refusal(await file(name, content))
    expect(message).toBe(
      'The file holds text, not sound, whatever its name says; accepted: wav, mp3, flac, ogg, mp4, matroska, aac, mpeg.',
    )
  })

  it('garbage and containers that are not on the list', async () => {
    const noise = Buffer.from(Array.from({ length: 20_000 }, (_, n) => ((n * 2654435761) >>> 13) & 255))
    expect(await refusal(await file('noise.wav', noise))).toContain('no sound in a format that is read here')
    const path = join(folder, 'listed.mp3')
    encodeTone(path, 'caf', 'flac', 1, 16_000)
    expect(await refusal(path)).toContain('no sound in a format that is read here')
  })

  it('containers that are known but not wanted here', async () => {
    const path = join(folder, 'unwanted.mp3')
    encodeTone(path, 'mp4', 'aac', 1, 44_100)
    expect(await refusal(path, { containers: ['wav', 'mp3'] })).toMatch(/no sound in a format .*accepted: wav, mp3\.$/)
    const wanted = inspector({ containers: ['wav', 'mp3'] }).inspect(await file('wanted.mp4', wav(1)))
    expect(await wanted).toMatchObject({ container: 'wav' })
  })

  it('a header without sound, an empty file, a file without a sound track', async () => {
    expect(await refusal(await file('header.wav', wav(0)))).toBe('The file holds no sound that can be decoded.')
    expect(await refusal(await file('empty.wav', ''))).toBe('The file is empty.')
    const path = join(folder, 'picture.mkv')
    writePicture(path)
    expect(await refusal(path)).toBe('The file is matroska, but holds no sound.')
  })

  it('a codec that is not on the list', async () => {
    const bytes = wav(1)
    bytes.writeUInt16LE(0x028f, 20)
    expect(await refusal(await file('codec.wav', bytes))).toContain('"adpcm_g722", which is not read here')
  })

  it('sound that is mostly damaged', async () => {
    const path = join(folder, 'damaged.mp4')
    encodeTone(path, 'mp4', 'aac', 3, 44_100)
    const bytes = await readFile(path)
    const start = bytes.indexOf('mdat') + 400
    for (let at = start; at < bytes.indexOf('moov') - 4; at += 1) bytes[at] = ((at * 2654435761) >>> 11) & 255
    expect(await refusal(await file('damaged.mp4', bytes))).toMatch(/^The sound is damaged: \d+ of \d+ pieces/)
  })

  it('sound that is too long', async () => {
    const path = await file('long.wav', wav(3))
    expect(await refusal(path, { maxAudioSeconds: 2 })).toBe(
      'The sound is longer than the 2 seconds that are accepted.',
    )
    expect(await inspector({ maxAudioSeconds: 3 }).inspect(path)).toMatchObject({ seconds: 3 })
  })

  it('sound that takes too long', async () => {
    expect(await refusal(await file('slow.wav', wav(1)), { seconds: 0.001 })).toContain('within 0.001 seconds')
  })

  it('but what is wrong on this machine is no fault of the sound', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of [join(folder, 'missing'), folder, pipe]) {
      const error = await shared.inspect(path).catch((caught: unknown) => caught)
      expect(error).not.toBeInstanceOf(SoundError)
      expect(String(error)).toBe('Error: The sound file could not be read.')
    }
  })
})

describe('the worker', () => {
  const running = new Set<Worker>()
  let started = 0
  const watch = (worker: Worker) => {
    started += 1
    running.add(worker)
    worker.on('exit', () => running.delete(worker))
  }
  beforeEach(() => {
    started = 0
    process.on('worker', watch)
    return () => process.off('worker', watch)
  })

  it('comes with the first file, serves many, and goes when idle', async () => {
    const path = await file('small.wav', wav(0.1))
    const { inspect } = inspector({ idleSeconds: 0.05 })
    expect(started).toBe(0)
    const all = await Promise.all([inspect(path), inspect(path), inspect(path)])
    expect(all.map(facts => facts.seconds)).toEqual([0.1, 0.1, 0.1])
    expect(started).toBe(1)
    await expect.poll(() => running.size).toBe(0)
    expect(await inspect(path)).toMatchObject({ seconds: 0.1 })
    expect(started).toBe(2)
  })

  it('stops at once when the caller leaves, and the next file is served', async () => {
    const long = await file('endless.wav', wav(0, { promised: 3000 }))
    await truncate(long, 96_000_044)
    const { inspect } = inspector()
    const stop = new AbortController()
    const first = inspect(long, stop.signal)
    const queued = inspect(long, stop.signal)
    const next = inspect(await file('next.wav', wav(0.2)))
    stop.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    await expect(queued).rejects.toMatchObject({ name: 'AbortError' })
    expect(await next).toMatchObject({ seconds: 0.2 })
    await expect(inspect(long, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(started).toBe(2)
  })

  it('ends with the inspector, and everything that waits', async () => {
    const path = await file('waits.wav', wav(0.1))
    const { inspect, close } = inspector()
    const pending = [inspect(path), inspect(path)]
    const outcome = Promise.allSettled(pending)
    await close()
    expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(running.size).toBe(0)
    await expect(inspect(path)).rejects.toThrow('closed')
  })
})
