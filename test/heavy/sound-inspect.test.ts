import { existsSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createSoundInspector } from '../../src/media/sound/inspect.ts'

type Sample = { file: string; seconds: number; kind: string }

const folder = new URL('../../../shared/samples/speech/', import.meta.url)
const manifest = new URL('manifest.json', folder)
const samples: Sample[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : []
const sources = samples.filter(sample => sample.kind === 'clone-source')

describe.skipIf(sources.length === 0)('recordings of real voices', () => {
  const inspector = createSoundInspector()
  afterAll(inspector.close)

  it.each(sources.map(({ file, seconds }) => [file, seconds] as const))('%s lasts %d s', async (file, seconds) => {
    const facts = await inspector.inspect(new URL(file, folder).pathname)
    expect(Math.abs(facts.seconds - seconds)).toBeLessThan(0.1)
    expect(facts.container).toBe(file.split('.').at(-1))
  })
})
