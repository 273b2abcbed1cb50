import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobsContract } from '../../src/store/blobs/blobs-contract.ts'
import { openS3Blobs } from '../../src/store/blobs/s3.ts'

const script = new URL('../../.ci/s3-server', import.meta.url).pathname
const hasGo = spawnSync('go', ['version']).status === 0
if (!hasGo) process.stderr.write('\n*** SKIPPED: S3 storage was not tested, because Go is not installed ***\n\n')

describe.skipIf(!hasGo)('S3', () => {
  let server: ChildProcess
  let endpoint: string
  let temporaryFolder: string
  let client: S3Client
  const credentials = { accessKeyId: 'medley-test', secretAccessKey: 'medley-test-secret' }

  const address = (prefix: string, bucket = 'medley') => ({
    bucket,
    prefix,
    endpoint,
    region: 'us-east-1',
    ...credentials,
    pathStyle: true,
  })

  beforeAll(async () => {
    const port = await freePort()
    endpoint = `http://127.0.0.1:${port}`
    temporaryFolder = await mkdtemp(join(tmpdir(), 'medley-s3-blobs-'))
    server = spawn(script, [String(port)], { stdio: ['ignore', 'ignore', 'inherit'] })
    await answering(server, `${endpoint}/health`)
    client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
    for (const Bucket of ['medley', 'medley-alone']) await client.send(new CreateBucketCommand({ Bucket }))
  }, 600_000)

  afterAll(async () => {
    client?.destroy()
    if (server.exitCode === null && server.kill()) await once(server, 'close')
    await rm(temporaryFolder, { recursive: true })
  })

  blobsContract('S3', () => openS3Blobs(address('some/prefix'), temporaryFolder))
  blobsContract('S3 without a prefix', () => openS3Blobs(address('', 'medley-alone'), temporaryFolder))

  it('lists more than a page, and only its own', async () => {
    const blobs = await openS3Blobs(address('/paged/'), temporaryFolder)
    const beside = await openS3Blobs(address('paged-not'), temporaryFolder)
    await beside.put('files/elsewhere', content('x'))
    await client.send(new PutObjectCommand({ Bucket: 'medley', Key: 'paged/of others.txt', Body: 'x' }))
    const wanted = Array.from({ length: 1_010 }, (_, n) => `files/file-${n}`)
    for (let at = 0; at < wanted.length; at += 50)
      await Promise.all(wanted.slice(at, at + 50).map(name => blobs.put(name, content(name))))
    const found = []
    for await (const { name } of blobs.list()) found.push(name)
    expect(found.sort()).toEqual(wanted.sort())
    await blobs.close()
    await beside.close()
  }, 60_000)

  it('names the bucket when that is missing', async () => {
    const blobs = await openS3Blobs(address('x', 'absent'), temporaryFolder)
    await expect(blobs.check()).rejects.toThrow('S3 write in bucket "absent" failed: NoSuchBucket')
    await expect(blobs.open('files/x')).rejects.toThrow('S3 read in bucket "absent" failed: NoSuchBucket')
    await blobs.close()
  })

  it('says that its keys are wrong', async () => {
    const blobs = await openS3Blobs({ ...address('x'), secretAccessKey: 'wrong' }, temporaryFolder)
    await expect(blobs.check()).rejects.toThrow('SignatureDoesNotMatch')
    await blobs.close()
  })

  it('leaves no temporary files', async () => {
    expect(await readdir(temporaryFolder)).toEqual([])
  })
})

async function* content(text: string) {
  yield Buffer.from(text)
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

/** The first start builds the server, which takes minutes. */
async function answering(server: ChildProcess, url: string): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`the S3 server ended with ${server.exitCode} before it answered`)
}
