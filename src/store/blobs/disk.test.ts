import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { blobsContract } from './blobs-contract.ts'
import { openDiskBlobs } from './disk.ts'

const folders: string[] = []
async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'medley-disk-blobs-'))
  folders.push(folder)
  return folder
}
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

blobsContract('disk', async () => openDiskBlobs(join(await temporaryFolder(), 'made', 'when-needed')))

async function listed(folder: string) {
  const found = []
  for await (const blob of openDiskBlobs(folder).list()) found.push(blob)
  return found
}

it('lists what a killed write has left under tmp/, and can delete it', async () => {
  const folder = await temporaryFolder()
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', writeWithoutEnd(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(writer.stdout, 'data')
  writer.kill('SIGKILL')
  await once(writer, 'close')

  const left = await listed(folder)
  expect(left).toEqual([{ name: expect.stringMatching(/^tmp\/./), bytes: 7, modifiedAt: expect.any(Number) }])
  expect(await openDiskBlobs(folder).open('files/never-finished')).toBeUndefined()
  for (const { name } of left) await openDiskBlobs(folder).delete(name)
  expect(await listed(folder)).toEqual([])
})

/** The second chunk is asked for only when the first is in the file. */
const writeWithoutEnd = (folder: string) => `
  import { openDiskBlobs } from ${JSON.stringify(new URL('disk.ts', import.meta.url).href)}
  async function* content() {
    yield Buffer.from('7 bytes')
    process.stdout.write('written')
    setInterval(() => undefined, 1000)
    await new Promise(() => undefined)
  }
  await openDiskBlobs(${JSON.stringify(folder)}).put('files/never-finished', content())
`

it('lists nothing before the first write, nor what others keep in its folder', async () => {
  const folder = await temporaryFolder()
  expect(await listed(join(folder, 'absent'))).toEqual([])
  await mkdir(join(folder, 'lost+found'))
  await writeFile(join(folder, 'lost+found', 'block'), 'x')
  await writeFile(join(folder, 'README'), 'x')
  expect(await listed(folder)).toEqual([])
})
