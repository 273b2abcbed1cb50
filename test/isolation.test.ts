import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'
import { recording } from './support/sounds.ts'
import { upload } from './support/upload.ts'

let server: TestServer
let mine: string
let theirs: string
let fileId: string
let voiceId: string
beforeAll(async () => {
  server = await startServer()
  mine = await server.otherProject('mine')
  theirs = await server.otherProject('theirs')
  fileId = (await upload(server, 'storage', 'voice.wav', recording(6), theirs)).body.id
  const voice = { model: 'svcaudio-2.5-tts', file_id: fileId }
  voiceId = (await server.json<{ id: string }>('/v1/audio/voices', { body: voice, key: theirs })).body.id
})
afterAll(() => server.stop())

describe('what another project owns', () => {
  it.each(['/v1/files', '/v1/audio/voices'])('is not listed under %s', async path => {
    const ids = async (key: string) =>
      (await server.json<{ data: { id: string }[] }>(path, { key })).body.data.map(({ id }) => id)
    expect(await ids(mine)).toEqual([])
    expect(await ids(theirs)).toHaveLength(1)
  })

  it.each([
    ['GET', () => `/v1/files/${fileId}`],
    ['DELETE', () => `/v1/files/${fileId}`],
    ['GET', () => `/v1/files/${fileId}/content`],
    ['DELETE', () => `/v1/audio/voices/${voiceId}`],
    ['GET', () => `/v1/audio/voices?after=${voiceId}`],
    ['GET', () => `/v1/audio/voices?before=${voiceId}`],
  ])('%s of %s answers as if it did not exist', async (method, path) => {
    const other = await server.fetch(path(), { method, key: mine })
    const absentPath = path().replace(/(file-|voice-tone-)\w+/, '$1unknown000')
    const absent = await server.fetch(absentPath, { method, key: mine })
    expect(other.status).toBe(absent.status)
    expect(other.status).toBeGreaterThanOrEqual(400)
    const named = (text: string) => text.replace(/(file-|voice-tone-)\w+/g, '$1…')
    expect(named(await other.text())).toBe(named(await absent.text()))
    const left = await server.json<{ data: [] }>('/v1/files', { key: theirs })
    expect(left.body.data).toHaveLength(1)
  })

  it('can not be used to make a voice', async () => {
    const body = (file_id: string) => ({ model: 'svcaudio-2.5-tts', file_id })
    const other = await server.json('/v1/audio/voices', { body: body(fileId), key: mine })
    const absent = await server.json('/v1/audio/voices', { body: body('file-unknown000'), key: mine })
    expect(other.status).toBe(404)
    expect(JSON.stringify(other.body).replace(fileId, 'file-unknown000')).toBe(JSON.stringify(absent.body))
  })

  it('is its own use, not ours', async () => {
    const projects = await server.json<{ data: { id: string; name: string }[] }>('/v1/admin/projects')
    const idOf = (name: string) => projects.body.data.find(project => project.name === name)?.id
    const usage = async (name: string) =>
      (
        await server.json<{ data: { family: string; project_id: string }[] }>(
          `/v1/admin/usage?project_id=${idOf(name)}`,
        )
      ).body.data
    await expect.poll(async () => (await usage('theirs')).length).toBeGreaterThan(0)
    for (const name of ['mine', 'theirs']) {
      expect(new Set((await usage(name)).map(row => row.project_id))).toEqual(new Set([idOf(name)]))
    }
  })

  it('is shared by the keys of one project', async () => {
    const key = await server.otherProject('theirs')
    expect((await server.fetch(`/v1/files/${fileId}`, { key })).status).toBe(200)
  })
})
