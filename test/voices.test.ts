import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobFiles } from './support/blob-files.ts'
import { errorBody } from './support/error-body.ts'
import { samples } from './support/sample-files.ts'
import { startServer, type TestServer } from './support/server.ts'
import { mp3, recording } from './support/sounds.ts'
import { type FileContent, upload } from './support/upload.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const model = 'svcaudio-2.5-tts'
const create = (body: object, key = server.key) => server.json<{ id: string }>('/v1/audio/voices', { body, key })
const store = async (content: FileContent, key = server.key) =>
  (await upload(server, 'storage', 'voice.wav', content, key)).body.id
const list = async () => (await server.json<{ data: { id: string }[] }>('/v1/audio/voices')).body.data

describe('a voice', () => {
  it('is made from a recording, and keeps its own copy', async () => {
    const fileId = await store(recording(5))
    const { status, body } = await create({ model, file_id: fileId, text: 'what it says' })
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.stringMatching(/^voice-tone-[A-Za-z0-9]{10}$/), object: 'audio.voice' })
    const entry = { id: body.id, file_id: fileId, created_at: expect.closeTo(Date.now() / 1000, -1) }
    expect(await list()).toContainEqual(entry)

    await server.fetch(`/v1/files/${fileId}`, { method: 'DELETE' })
    expect(await list()).toContainEqual(entry)
    expect(await blobFiles(server.folder)).toContain(`voices/${body.id}`)
  })

  it('is one for the same recording, and another for another model or project', async () => {
    const sound = recording(6)
    const first = await create({ model, file_id: await store(sound) })
    const again = await create({ model, file_id: await store(sound) })
    expect(again).toMatchObject({ status: 200 })
    expect(again.body).toEqual({ id: first.body.id, object: 'audio.voice', duplicated: true })
    const other = await create({ model: 'svc-tts-2', file_id: await store(sound) })
    expect(other.body).toEqual({ id: expect.not.stringContaining(first.body.id), object: 'audio.voice' })
    const key = await server.otherProject()
    const elsewhere = await create({ model, file_id: await store(sound, key) }, key)
    expect(elsewhere.body).toEqual({ id: expect.not.stringContaining(first.body.id), object: 'audio.voice' })
  })

  it('is one though it is asked for many times at once', async () => {
    const fileId = await store(recording(6))
    const copies = async () => (await blobFiles(server.folder)).filter(name => name.startsWith('voices/')).length
    const before = await copies()
    const replies = await Promise.all(Array.from({ length: 6 }, () => create({ model, file_id: fileId })))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.filter(({ body }) => !('duplicated' in body))).toHaveLength(1)
    expect(await copies()).toBe(before + 1)
  })

  it.each([5, 10])('may last %d s, as wav or mp3', async seconds => {
    for (const sound of [recording(seconds), await mp3(seconds)]) {
      expect((await create({ model, file_id: await store(sound) })).status).toBe(200)
    }
  })

  it.each([4.9, 10.1])('may not last %d s', async seconds => {
    const fileId = await store(recording(seconds))
    const { status, body } = await create({ model, file_id: fileId })
    expect(status).toBe(400)
    const message = `A voice is made from 5 to 10 seconds; the file "${fileId}" has ${seconds.toFixed(2)}.`
    expect(body).toEqual(errorBody('request_params_invalid', message, 'file_id'))
  })

  it('can not be made from a picture', async () => {
    const fileId = await store(samples['a.png'])
    const { status, body } = await create({ model, file_id: fileId })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { type: 'request_params_invalid', param: 'file_id', message: expect.stringContaining(`"${fileId}"`) },
    })
    expect(JSON.stringify(body)).not.toContain(server.folder)
  })

  it('can not be made from words that look like a recording', async () => {
    const fileId = await store(
      Buffer.concat([recording(6).subarray(0, 12), Buffer.from('just words, no sound at all')]),
    )
    const { status, body } = await create({ model, file_id: fileId })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { param: 'file_id', message: expect.stringContaining("can't be decoded: ") } })
  })

  it('can not be made from a file for another purpose', async () => {
    const { body: file } = await upload(server, 'file-extract', 'words.txt', 'words')
    const { status, body } = await create({ model, file_id: file.id })
    expect(status).toBe(400)
    const message = `A voice is made from a file with purpose "storage"; "${file.id}" has "file-extract".`
    expect(body).toEqual(errorBody('request_params_invalid', message, 'file_id'))
  })

  it.each([
    [{ file_id: 'file-x' }, 400, errorBody('request_params_invalid', '"model" is required.', 'model')],
    [{ model }, 400, errorBody('request_params_invalid', '"file_id" is required.', 'file_id')],
    [{ model, file_id: 5 }, 400, errorBody('request_params_invalid', '"file_id" must be a string (got 5).', 'file_id')],
    [{ model, file_id: 'file-x' }, 404, errorBody('file_not_found', 'There is no file "file-x".', 'file_id')],
    [
      { model: 'nonsense', file_id: 'file-x' },
      404,
      errorBody('model_invalid', 'The model "nonsense" does not exist or you do not have access to it.', 'model'),
    ],
    [
      { model: 'svc-3.7-flash', file_id: 'file-x' },
      400,
      errorBody('request_params_invalid', '"svc-3.7-flash" does not speak; use a speech model.', 'model'),
    ],
  ])('can not be made from %j', async (asked, status, body) => {
    const reply = await create(asked)
    expect(reply.status).toBe(status)
    expect(reply.body).toEqual(body)
  })

  it('is deleted with its copy, once', async () => {
    const { body } = await create({ model, file_id: await store(recording(7)) })
    const gone = await server.json(`/v1/audio/voices/${body.id}`, { method: 'DELETE' })
    expect(gone).toMatchObject({ status: 200, body: { id: body.id, object: 'audio.voice', deleted: true } })
    expect(await list()).not.toContainEqual(expect.objectContaining({ id: body.id }))
    expect(await blobFiles(server.folder)).not.toContain(`voices/${body.id}`)
    const again = await server.json(`/v1/audio/voices/${body.id}`, { method: 'DELETE' })
    expect(again.status).toBe(404)
    expect(again.body).toEqual(errorBody('not_found', `There is no voice "${body.id}".`))
  })
})
