import { afterEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../core/engine.ts'
import { plainManner } from '../../core/speech.ts'
import type { Weights } from '../../core/weights.ts'
import { chooseFamily, type Families, type FamilyChoice, type FamilyDefinition, ownFamilies } from './families.ts'
import { createSynthesisEngine } from './synthesis-engine.ts'

const module = new URL('./scripted-family.fixture.ts', import.meta.url)
const studio: FamilyDefinition = { weights: 'studio', module, voices: ['lively-girl', 'vibrant-youth'], imitates: true }
const fast: FamilyDefinition = { weights: 'fast-one', module, voices: ['lively-girl'], imitates: false }
const both: Families = { studio, fast }

const weights: Weights = {
  folder: name => name,
  state: name => ({ state: 'ready', folder: name }),
}

const opened: Engine[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(engine => engine.close()))
})

/** The folder that the family which spoke was opened with is told by its samples. */
async function spokenFrom(choice: FamilyChoice): Promise<string | undefined> {
  const engine = createSynthesisEngine({ ...choice, weights, learned: '/nowhere', families: both })
  opened.push(engine)
  const request = {
    model: 'svc-tts-2',
    text: 'Hello.',
    voice: { kind: 'system', id: 'lively-girl' },
    speed: 1,
    manner: plainManner,
    pronunciations: [],
    seed: 1,
  } as const
  for await (const { samples } of engine.speech?.speak(request, new AbortController().signal) ?? []) {
    const strength = Math.max(...samples)
    return [studio, fast].find(one => Math.abs(strength * 1000 - one.weights.length) < 0.2)?.weights
  }
  return undefined
}

describe('families of voices', () => {
  it('speak as the quality says, for all voices and for single ones', { timeout: 20_000 }, async () => {
    expect(await spokenFrom({ voices: { 'lively-girl': 'fast' } })).toBe('fast-one')
    expect(await spokenFrom({ quality: 'fast', voices: { 'lively-girl': 'studio' } })).toBe('studio')
  })

  it('are studio voices unless somebody asks for others', () => {
    const girl = { kind: 'system', id: 'lively-girl' } as const
    expect(chooseFamily(both, {}, girl)).toBe(studio)
    expect(chooseFamily(both, { quality: 'fast' }, girl)).toBe(fast)
    expect(chooseFamily(both, { voices: { 'vibrant-youth': 'fast' } }, girl)).toBe(studio)
  })

  it('stand in where the wanted one lacks the voice or can not imitate', () => {
    const choice = { quality: 'fast' } as const
    expect(chooseFamily(both, choice, { kind: 'system', id: 'vibrant-youth' })).toBe(studio)
    expect(chooseFamily(both, choice, { kind: 'cloned', id: 'voice-tone-1' })).toBe(studio)
    expect(chooseFamily({ studio }, choice, { kind: 'system', id: 'lively-girl' })).toBe(studio)
  })

  it('are missed aloud, once, and only where they are asked for', () => {
    const notices: string[] = []
    const open = (choice: FamilyChoice) =>
      opened.push(
        createSynthesisEngine({ ...choice, weights, learned: '/nowhere', onNotice: notice => notices.push(notice) }),
      )
    open({ quality: 'studio', voices: { 'lively-girl': 'studio' } })
    expect(notices).toEqual([])
    open({ voices: { 'lively-girl': 'fast', 'vibrant-youth': 'fast' } })
    expect(notices).toEqual([expect.stringContaining('no fast voices')])
    expect(ownFamilies.studio.weights).toBe('kokoro-82m')
  })
})
