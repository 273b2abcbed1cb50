import { describe, expect, it } from 'vitest'
import type { WeightsEntry } from './core/catalog.ts'
import type { WeightsState, WeightsStore } from './core/weights.ts'
import { builtInDescription, filesOf, preferredText, takesPictures, textEntry } from './text-models.ts'

const ready: WeightsState = { state: 'ready', folder: '/weights' }

function entry(name: string, more: Partial<WeightsEntry> = {}): WeightsEntry {
  const files = [
    { path: 'mmproj-x.gguf', bytes: 1, sha256: '', sources: [] },
    { path: `${name}.gguf`, bytes: 1, sha256: '', sources: [] },
  ]
  return {
    name,
    capability: 'text',
    description: `${name} writes.`,
    licence: '',
    upstream: '',
    starter: false,
    files,
    ...more,
  }
}

/** A store that holds these, in these states. */
function store(...held: readonly (readonly [WeightsEntry, WeightsState])[]): WeightsStore {
  const list = held.map(([one, state]) => ({ entry: one, state, comesWithMedley: false }))
  const refuse = () => {
    throw new Error('not asked for in these tests')
  }
  return { list: () => list, get: refuse, folder: refuse, state: refuse, pull: refuse, remove: refuse }
}

describe('the text model of the public ids', () => {
  const small = entry('medley-46m', { rank: 10 })

  it('is the highest of those that are here', () => {
    const weights = store(
      [small, ready],
      [entry('good', { rank: 30 }), ready],
      [entry('better', { rank: 40 }), { state: 'arriving', percent: 99 }],
      [entry('best', { rank: 50 }), { state: 'absent' }],
      [entry('unranked'), ready],
      [entry('ears', { rank: 60, capability: 'recognition' }), ready],
    )
    expect(preferredText(weights)).toBe('good')
    expect(builtInDescription(weights)({ id: 'svc-5-preview', capability: 'text', created: 0 })).toBe(
      'Built-in model good. good writes.',
    )
    expect(builtInDescription(weights)({ id: 'svc-asr', capability: 'recognition', created: 0 })).toBeUndefined()
  })

  it('is the one that comes with Medley when there is nothing else, or another catalogue', () => {
    expect(preferredText(store([small, ready], [entry('best', { rank: 50 }), { state: 'absent' }]))).toBe('medley-46m')
    expect(preferredText(store())).toBe('medley-46m')
  })
})

it('a name finds its entry and the files to load, the one for pictures apart', () => {
  const weights = store([entry('good'), { state: 'absent' }])
  const found = textEntry('svc-5-preview', 'good', weights)
  expect(filesOf(found, '/weights/good')).toEqual({
    file: '/weights/good/good.gguf',
    mmproj: '/weights/good/mmproj-x.gguf',
  })
  expect(takesPictures(found)).toBe(true)
  const blind = { ...found, files: found.files.slice(1) }
  expect(filesOf(blind, '/weights/good')).toEqual({ file: '/weights/good/good.gguf' })
  expect(takesPictures(blind)).toBe(false)
  expect(() => textEntry('svc-5-preview', 'god', weights)).toThrow(
    'models.svc-5-preview.name: there is no text model "god"; did you mean "good"? accepted: good, or a "file" instead',
  )
})
