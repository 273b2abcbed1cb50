import { describe, expect, it } from 'vitest'
import type { ClonedVoice } from '../../core/voices.ts'
import { createVoices, type VoiceParts } from './voices.ts'

/** Keeps one voice; what a test does not touch is left out. */
function oneVoice(hooks: Pick<VoiceParts, 'onCreated' | 'onDeleted'>, seconds = 6) {
  let kept: ClonedVoice | undefined
  const file = { id: 'file-1', purpose: 'storage', sha256: 'abc' }
  const parts = {
    records: {
      findBySource: async () => kept,
      insert: async (voice: ClonedVoice) => {
        kept = voice
        return true
      },
      delete: async () => kept !== undefined,
    },
    blobs: {
      put: async (_: string, bytes: AsyncIterable<unknown>) => {
        for await (const _ of bytes);
      },
      delete: async () => undefined,
    },
    files: {
      get: async () => file,
      withBytes: (_: unknown, use: (path: string) => unknown) => use(import.meta.filename),
    },
    models: { get: () => ({ capability: 'speech' }) },
    inspect: async () => ({ container: 'wav', seconds }),
    now: () => 1,
    ...hooks,
  }
  return createVoices(parts as unknown as VoiceParts)
}

describe('a voice', () => {
  const request = { model: 'svc-tts-2', fileId: 'file-1' }

  it('is told of once it is there, but not when it was there already', async () => {
    const told: string[] = []
    const voices = oneVoice({ onCreated: ({ id }) => told.push(id), onDeleted: id => told.push(`no ${id}`) })
    const { voice } = await voices.create('p', request)
    expect((await voices.create('p', request)).duplicated).toBe(true)
    expect(told).toEqual([voice.id])
    await voices.delete('p', voice.id)
    expect(told).toEqual([voice.id, `no ${voice.id}`])
  })

  it('is not told of when its recording is too short', async () => {
    const told: string[] = []
    const voices = oneVoice({ onCreated: ({ id }) => told.push(id) }, 2)
    await expect(voices.create('p', request)).rejects.toMatchObject({ param: 'file_id' })
    expect(told).toEqual([])
  })
})
