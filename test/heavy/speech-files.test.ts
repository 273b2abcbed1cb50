import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSoundStudio } from '../../src/media/sound/studio/studio.ts'
import { wav } from '../../src/media/sound/test-sounds.ts'
import type { TestServer } from '../support/server.ts'
import { spoken, startSpeechServer } from '../support/speech-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'speech-files-'))
let server: TestServer
beforeAll(async () => {
  server = await startSpeechServer()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const hasProbe = (() => {
  try {
    execFileSync('ffprobe', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const words = Array.from({ length: 25 }, (_, n) => `word${n}`).join(' ')
const formats = ['mp3', 'wav', 'flac', 'opus'] as const
const rates = [8000, 16_000, 22_050, 24_000, 48_000]

describe.skipIf(!hasProbe)('files as another program reads them', () => {
  it.each(formats.flatMap(format => rates.map(rate => [format, rate] as const)))('%s at %d', async (format, rate) => {
    const path = join(folder, `speech-${rate}.${format}`)
    await writeFile(path, await spoken(server, { input: words, response_format: format, sample_rate: rate }))
    const shown = execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path])
    const { streams, format: file } = JSON.parse(shown.toString())
    expect(streams).toHaveLength(1)
    expect(streams[0].channels).toBe(1)
    // Opus always says 48000: that is its clock.
    expect(Number(streams[0].sample_rate)).toBe(format === 'opus' ? 48_000 : rate)
    expect(Number(file.duration) / 5).toBeCloseTo(1, 1.2)
    expect(Math.abs(Number(file.duration) / 5 - 1)).toBeLessThan(0.03)
    const errors = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(errors.toString()).toBe('')
    const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 's16le', '-ar', '24000', '-'], {
      maxBuffer: 1e8,
    })
    expect(Math.abs(bytes.length / 2 / 24_000 / 5 - 1)).toBeLessThan(0.03)
  })
})

it('six hours are decoded in flat memory', async () => {
  const path = join(folder, 'hours.wav')
  const seconds = 6 * 3600
  const file = await open(path, 'w')
  await file.write(wav(0, { promised: seconds }))
  await file.truncate(44 + seconds * 32_000)
  await file.close()
  const studio = createSoundStudio({ folder })
  let heard = 0
  let atStart = 0
  let most = 0
  for await (const piece of studio.decode(path, { rate: 16_000 })) {
    heard += piece.length / 16_000
    if (heard > 600 && atStart === 0) atStart = process.memoryUsage.rss()
    if (atStart > 0) most = Math.max(most, process.memoryUsage.rss())
  }
  await studio.close()
  expect(heard).toBeCloseTo(seconds, 0)
  expect((most - atStart) / 1e6).toBeLessThan(150)
})
