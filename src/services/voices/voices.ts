import { createReadStream } from 'node:fs'
import type { Blobs } from '../../core/blobs.ts'
import { invalid, PlatformError } from '../../core/errors.ts'
import type { StoredFile } from '../../core/files.ts'
import { newId } from '../../core/ids.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { ClonedVoice, VoiceRecords } from '../../core/voices.ts'
import { SoundError, type SoundFacts } from '../../media/sound/inspect.ts'
import type { Files } from '../files/files.ts'
import type { Models } from '../models.ts'

export interface NewVoice {
  readonly model: string
  readonly fileId: string
  readonly text?: string
}

export interface Voices {
  create(
    projectId: string,
    request: NewVoice,
    signal?: AbortSignal,
  ): Promise<{ voice: ClonedVoice; duplicated: boolean }>
  page(projectId: string, page: PageRequest): Promise<Page<ClonedVoice>>
  /** Undefined when that project has no such voice. */
  find(projectId: string, id: string): Promise<ClonedVoice | undefined>
  /** The recording that the voice was made of, as a local file that is only valid inside. */
  withRecording<T>(voice: ClonedVoice, use: (path: string) => Promise<T>): Promise<T>
  delete(projectId: string, id: string): Promise<void>
}

export interface VoiceParts {
  readonly records: VoiceRecords
  readonly blobs: Blobs
  readonly files: Files
  readonly models: Models
  readonly inspect: (path: string, signal?: AbortSignal) => Promise<SoundFacts>
  readonly now: () => number
  /** A voice was made, or deleted. Neither waits for what is done about it. */
  readonly onCreated?: (voice: ClonedVoice) => void
  readonly onDeleted?: (id: string) => void
}

/** Encoders pad and trim: a recording of 5.0 s can come back some hundredths shorter. */
const tolerance = 0.08

export function createVoices(parts: VoiceParts): Voices {
  const { records, blobs, files, models, inspect, now, onCreated, onDeleted } = parts
  async function assertSource(file: StoredFile, path: string, signal?: AbortSignal): Promise<void> {
    const facts = await inspect(path, signal).catch(error => {
      if (error instanceof SoundError)
        throw invalid('file_id', `The file "${file.id}" can't be decoded: ${error.message}`)
      throw error
    })
    if (facts.container !== 'mp3' && facts.container !== 'wav') {
      throw invalid('file_id', `A voice is made from mp3 or wav; the file "${file.id}" is ${facts.container}.`)
    }
    if (facts.seconds < 5 - tolerance || facts.seconds > 10 + tolerance) {
      const seconds = facts.seconds.toFixed(2)
      throw invalid('file_id', `A voice is made from 5 to 10 seconds; the file "${file.id}" has ${seconds}.`)
    }
  }

  return {
    async create(projectId, { model, fileId, text }, signal) {
      if (models.get(model).capability !== 'speech')
        throw invalid('model', `"${model}" does not speak; use a speech model.`)
      const file = await files.get(projectId, fileId)
      if (file.purpose !== 'storage') {
        throw invalid(
          'file_id',
          `A voice is made from a file with purpose "storage"; "${fileId}" has "${file.purpose}".`,
        )
      }
      const known = await records.findBySource(projectId, model, file.sha256)
      if (known) return { voice: known, duplicated: true }

      const voice: ClonedVoice = {
        id: newId('voice-tone-', 10),
        projectId,
        fileId,
        model,
        ...(text !== undefined && { text }),
        sha256: file.sha256,
        createdAt: now(),
      }
      // The voice keeps its own copy: deleting the file does not silence it.
      await files.withBytes(file, async path => {
        await assertSource(file, path, signal)
        await blobs.put(`voices/${voice.id}`, createReadStream(path), signal)
      })
      if (await records.insert(voice)) {
        onCreated?.(voice)
        return { voice, duplicated: false }
      }
      await blobs.delete(`voices/${voice.id}`)
      const first = await records.findBySource(projectId, model, file.sha256)
      if (!first)
        throw new PlatformError('service_unavailable', 'The same voice was just made and deleted; try again.', {
          retryAfter: 1,
        })
      return { voice: first, duplicated: true }
    },
    async page(projectId, page) {
      for (const cursor of ['before', 'after'] as const) {
        const id = page[cursor]
        if (id !== undefined && !(await records.find(projectId, id))) {
          throw invalid(cursor, `"${cursor}" must be the id of one of this project's voices (got "${id}").`)
        }
      }
      return records.page(projectId, page)
    },
    find: (projectId, id) => records.find(projectId, id),
    withRecording: (voice, use) => blobs.withFile(`voices/${voice.id}`, use),
    async delete(projectId, id) {
      if (!(await records.delete(projectId, id))) throw new PlatformError('not_found', `There is no voice "${id}".`)
      onDeleted?.(id)
      await blobs.delete(`voices/${id}`)
    },
  }
}
