import type { FastifyInstance } from 'fastify'
import { systemVoices } from '../../core/system-voices.ts'
import type { Voices } from '../../services/voices/voices.ts'
import { ErrorBody } from '../error-schema.ts'
import { ListQuery, readPage } from '../read-page.ts'
import { assertSystemVoicesModel } from './read.ts'
import {
  CreatedVoice,
  DeletedVoice,
  NewVoice,
  SystemVoices,
  SystemVoicesQuery,
  VoiceList,
  VoicePath,
} from './schema.ts'
import { writeCreatedVoice, writeDeletedVoice, writeSystemVoices, writeVoiceList } from './write.ts'

const tags = ['voices']

export function voiceRoutes(voices: Voices) {
  return (scope: FastifyInstance): void => {
    scope.get<{ Querystring: SystemVoicesQuery }>(
      '/v1/audio/system_voices',
      {
        schema: {
          tags,
          summary: 'The voices that every project may use',
          querystring: SystemVoicesQuery,
          response: { 200: SystemVoices, 400: ErrorBody },
        },
      },
      async request => {
        assertSystemVoicesModel(request.query)
        return writeSystemVoices(systemVoices)
      },
    )
    scope.get<{ Querystring: ListQuery }>(
      '/v1/audio/voices',
      {
        schema: {
          tags,
          summary: "The project's cloned voices",
          querystring: ListQuery,
          response: { 200: VoiceList, 400: ErrorBody },
        },
      },
      async request => writeVoiceList(await voices.page(request.caller.projectId, readPage(request.query))),
    )
    scope.post<{ Body: NewVoice }>(
      '/v1/audio/voices',
      {
        schema: {
          tags,
          summary: 'Make a voice from a recording',
          body: NewVoice,
          response: { 200: CreatedVoice, 400: ErrorBody, 404: ErrorBody },
        },
      },
      async request => {
        const { model, file_id, text } = request.body
        const source = { model, fileId: file_id, ...(text !== undefined && { text }) }
        return writeCreatedVoice(await voices.create(request.caller.projectId, source))
      },
    )
    scope.delete<{ Params: VoicePath }>(
      '/v1/audio/voices/:voice_id',
      {
        schema: { tags, summary: 'Delete a voice', params: VoicePath, response: { 200: DeletedVoice, 404: ErrorBody } },
      },
      async request => {
        await voices.delete(request.caller.projectId, request.params.voice_id)
        return writeDeletedVoice(request.params.voice_id)
      },
    )
  }
}
