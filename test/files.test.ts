import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobFiles } from './support/blob-files.ts'
import { errorBody } from './support/error-body.ts'
import { samples } from './support/sample-files.ts'
import { startServer, type TestServer } from './support/server.ts'
import { openStore } from './support/store.ts'
import { type FileContent, type UploadedFile, upload, uploadForm } from './support/upload.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const get = async (id: string, key = server.key) => (await server.json<UploadedFile>(`/v1/files/${id}`, { key })).body
const content = (id: string, key = server.key) => server.fetch(`/v1/files/${id}/content`, { key })

describe('a file', () => {
  it('is taken whatever the order of the fields', async () => {
    const file = new File(['some words'], 'words.txt')
    const orders = [
      [
        ['purpose', 'file-extract'],
        ['file', file],
      ],
      [
        ['file', file],
        ['purpose', 'file-extract'],
      ],
      [
        ['unknown', 'x'],
        ['file', file],
        ['url', 'http://127.0.0.1:1/'],
        ['purpose', 'file-extract'],
      ],
    ] as [string, string | File][][]
    for (const parts of orders) {
      const { status, body } = await uploadForm(server, parts)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: expect.stringMatching(/^file-[A-Za-z0-9]{10}$/),
        object: 'file',
        bytes: 10,
        created_at: expect.closeTo(Date.now() / 1000, -1),
        filename: 'words.txt',
        purpose: 'file-extract',
        status: 'processed',
      })
    }
  })

  it('becomes text that can be read', async () => {
    const { body } = await upload(server, 'file-extract', 'words.md', '# Überschrift\n\nsome words')
    await expect.poll(async () => (await get(body.id)).status).toBe('success')
    const response = await content(body.id)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('# Überschrift\n\nsome words')
    expect(await get(body.id)).toEqual({ ...body, status: 'success' })
  })

  it.each([
    ['file-extract', 'a.html', '<p>words</p>'],
    ['retrieval-text', 'a.csv', 'a,b\n1,2'],
    ...(['a.png', 'a.jpg', 'a.gif', 'a.webp'] as const).map(name => ['retrieval-image', name, samples[name]] as const),
    ...Object.entries(samples).map(([name, sample]) => ['storage', name, sample] as const),
    ['storage', 'name without an ending', samples['a.wav']],
  ] as [string, string, FileContent][])('for %s may be %s', async (purpose, name, bytes) => {
    const { status, body } = await upload(server, purpose, name, bytes)
    expect(status).toBe(200)
    const expected = purpose.endsWith('image') || purpose === 'storage' ? 'success' : 'processed'
    expect(body).toMatchObject({ purpose, filename: name, status: expected })
  })

  const stored = 'accepted: mp4, jpg, png, webp, gif, mp3, wav.'
  it.each([
    [
      'file-extract',
      'a.exe',
      'MZ',
      expect.stringMatching(/^"a\.exe" can't be parsed to text; accepted: txt, md, .*ppt\.$/),
    ],
    ['retrieval-text', 'words', 'words', expect.stringMatching(/^"words" can't be parsed to text; accepted: /)],
    [
      'retrieval-image',
      'a.png',
      samples['a.wav'],
      `"a.png" can't be kept with purpose "retrieval-image": it is wav; accepted: jpg, png, webp, gif.`,
    ],
    [
      'storage',
      'a.wav',
      'just words',
      `"a.wav" can't be kept with purpose "storage": its content is of no known kind; ${stored}`,
    ],
    ['storage', 'a.pdf', '%PDF-1.7\n', `"a.pdf" can't be kept with purpose "storage": it is pdf; ${stored}`],
    ['storage', 'a.wav', '', 'The file "a.wav" is empty.'],
  ] as [string, string, FileContent, unknown][])('for %s can not be %s', async (purpose, name, bytes, message) => {
    const { status, body } = await upload(server, purpose, name, bytes)
    expect(status).toBe(400)
    expect(body).toEqual(errorBody('request_params_invalid', message, 'file'))
  })

  const purposes = '"file-extract", "retrieval-text", "retrieval-image", "storage"'
  it.each([
    ['no purpose', [['file', new File(['x'], 'a.txt')]], 'purpose', `"purpose" is required; accepted: ${purposes}.`],
    [
      'an unknown purpose',
      [
        ['purpose', 'batch'],
        ['file', new File(['x'], 'a.txt')],
      ],
      'purpose',
      `"purpose" must be one of ${purposes} (got "batch").`,
    ],
    ['no file', [['purpose', 'storage']], 'file', '"file" is required: a file part, or "url" with the address of one.'],
    [
      'a file as text',
      [
        ['purpose', 'storage'],
        ['file', 'words'],
      ],
      'file',
      '"file" is required: a file part, or "url" with the address of one.',
    ],
    [
      'another field',
      [
        ['purpose', 'storage'],
        ['data', new File(['x'], 'a.txt')],
      ],
      'data',
      '"data" is not a file field here; send the file as "file".',
    ],
    [
      'two files',
      [
        ['file', new File(['x'], 'a.txt')],
        ['file', new File(['x'], 'a.txt')],
      ],
      'file',
      'Send one "file" a request.',
    ],
  ] as [string, [string, string | File][], string, string][])('is refused: %s', async (_, parts, param, message) => {
    const { status, body } = await uploadForm(server, parts)
    expect(status).toBe(400)
    expect(body).toEqual(errorBody('request_params_invalid', message, param))
  })

  it.each([
    ['C:\\letters\\to you.txt', 'to you.txt'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['日本語 résumé 🎵.txt', '日本語 résumé 🎵.txt'],
    ['a\u0001b\u001b[31mc\u202e.txt', 'ab[31mc.txt'],
    ['  spaces .txt ', 'spaces .txt'],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(200)}${'n'.repeat(51)}.txt`],
    [`${'🎵'.repeat(300)}.txt`, `${'🎵'.repeat(200)}${'🎵'.repeat(51)}.txt`],
  ])('is given a clean name: %#', async (given, name) => {
    const { body } = await upload(server, 'file-extract', given, 'x')
    expect(body.filename).toBe(name)
    expect((await get(body.id)).filename).toBe(name)
  })

  it.each(['', '.', '..', 'folder/', '\u0001'])('needs a name: %j is none', async name => {
    const { status, body } = await upload(server, 'file-extract', name, 'x')
    expect(status).toBe(400)
    expect(body).toEqual(errorBody('request_params_invalid', 'The file needs a name with an extension.', 'file'))
  })
})

describe('files', () => {
  it('are listed newest first, and only until they are deleted', async () => {
    const key = await server.otherProject()
    const list = async () => (await server.json<{ data: UploadedFile[] }>('/v1/files', { key })).body
    expect(await list()).toEqual({ object: 'list', data: [] })
    const ids: string[] = []
    for (const name of ['one.txt', 'two.txt', 'three.txt']) {
      ids.unshift((await upload(server, 'retrieval-text', name, name, key)).body.id)
      // Times are kept in milliseconds: the next one is later.
      await new Promise(resolve => setTimeout(resolve, 2))
    }
    expect((await list()).data.map(({ id }) => id)).toEqual(ids)
    const [newest = '', ...others] = ids
    const deleted = await server.json(`/v1/files/${newest}`, { method: 'DELETE', key })
    expect(deleted).toMatchObject({ status: 200, body: { id: newest, object: 'file', deleted: true } })
    expect((await list()).data.map(({ id }) => id)).toEqual(others)
    for (const method of ['GET', 'DELETE']) {
      const gone = await server.json(`/v1/files/${newest}`, { method, key })
      expect(gone.status).toBe(404)
      expect(gone.body).toEqual(errorBody('file_not_found', `There is no file "${newest}".`, 'file_id'))
    }
  })

  it('leave nothing behind when they are deleted, not even while they are parsed', async () => {
    for (let n = 0; n < 5; n++) {
      const { body } = await upload(server, 'file-extract', 'words.txt', 'words '.repeat(1000))
      if (n === 0) await expect.poll(async () => (await get(body.id)).status).toBe('success')
      await server.fetch(`/v1/files/${body.id}`, { method: 'DELETE' })
      await expect.poll(async () => (await blobFiles(server.folder)).filter(name => name.includes(body.id))).toEqual([])
    }
  })

  it('are at most a thousand a project', async () => {
    const { key, secret } = await server.platform.keys.create({ name: 'full', project: 'full' })
    const store = await openStore(server.folder)
    const row = {
      project_id: key.projectId,
      filename: 'a.txt',
      purpose: 'storage',
      bytes: 1,
      sha256: '',
      created_at: 1,
    }
    const rows = Array.from({ length: 999 }, (_, n) => ({
      ...row,
      id: `file-full${n}`,
      status: 'success',
      status_details: null,
      lease_ends: 0,
    }))
    await store.rows.insertInto('files').values(rows).execute()
    await store.close()
    expect((await upload(server, 'storage', 'a.png', samples['a.png'], secret)).status).toBe(200)
    const { status, body } = await upload(server, 'storage', 'a.png', samples['a.png'], secret)
    expect(status).toBe(400)
    const message = 'A project holds at most 1000 files; delete some first.'
    expect(body).toEqual(errorBody('request_params_invalid', message, 'file'))
    await server.fetch('/v1/files/file-full0', { method: 'DELETE', key: secret })
    expect((await upload(server, 'storage', 'a.png', samples['a.png'], secret)).status).toBe(200)
  })
})
