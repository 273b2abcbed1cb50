import { describe, expect, it } from 'vitest'
import { operationIdOf } from './openapi-operation-id.ts'

describe('the id of an operation', () => {
  it.each([
    ['GET', '/v1/files', 'listFiles'],
    ['POST', '/v1/files', 'createFile'],
    ['GET', '/v1/files/:file_id', 'getFile'],
    ['DELETE', '/v1/files/:file_id', 'deleteFile'],
    ['GET', '/v1/files/:file_id/content', 'getFileContent'],
    ['GET', '/v1/audio/system_voices', 'listAudioSystemVoices'],
    ['POST', '/v1/chat/completions', 'createChatCompletion'],
    ['POST', '/v1/images/edits', 'createImageEdit'],
    ['GET', '/v1/vector_stores/:id/files', 'listVectorStoreFiles'],
    ['GET', '/v1/admin/usage', 'getAdminUsage'],
    ['GET', '/v1/entries', 'listEntries'],
    ['PATCH', '/v1/entries/:id', 'updateEntry'],
    ['GET', '/v1/status', 'getStatus'],
  ])('of %s %s is %s', (method, url, id) => {
    expect(operationIdOf(method, url)).toBe(id)
  })
})
