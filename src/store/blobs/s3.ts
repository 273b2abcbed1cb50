import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blobs, StoredBlob } from '../../core/blobs.ts'
import { checkBlobs } from './check.ts'
import { noSuchBlob } from './missing.ts'
import { assertBlobName, isBlobName } from './name.ts'
import { makeS3Client, type S3Address } from './s3-client.ts'
import { describeS3Error, isEmptyRange, isMissing } from './s3-errors.ts'
import { sendContent } from './s3-upload.ts'
import { openNamelessFile, removeOldTemporaryFiles, temporaryPath } from './temporary-files.ts'
import { writeContent } from './write-content.ts'

/** The client is loaded here, so that those who keep blobs on disk don't pay for it. */
export async function openS3Blobs(address: S3Address, temporaryFolder: string): Promise<Blobs> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = makeS3Client(sdk, address)
  const Bucket = address.bucket
  const folder = address.prefix.replace(/^\/+|\/+$/g, '')
  const prefix = folder && `${folder}/`
  const keyOf = (name: string) => prefix + assertBlobName(name)
  await removeOldTemporaryFiles(temporaryFolder)

  async function remove(Key: string, abortSignal?: AbortSignal): Promise<void> {
    try {
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), abortSignal && { abortSignal })
    } catch (error) {
      if (!isMissing(error)) throw describeS3Error('delete', Bucket, error)
    }
  }

  async function* list(): AsyncGenerator<StoredBlob> {
    const pages = sdk.paginateListObjectsV2({ client, stopOnSameToken: true }, { Bucket, Prefix: prefix })
    try {
      for await (const page of pages)
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length)
          // What others keep in this bucket is not ours to report, or to have cleaned away.
          if (isBlobName(name)) yield { name, bytes: Size, modifiedAt: LastModified?.getTime() ?? 0 }
        }
    } catch (error) {
      throw describeS3Error('list', Bucket, error)
    }
  }

  const blobs: Blobs = {
    /** One request with a known length, from a file: atomic, retried, and no parts to clean up after a kill. */
    async put(name, content, signal) {
      const Key = keyOf(name)
      const file = await openNamelessFile(temporaryFolder)
      try {
        const written = await writeContent(file, content, signal)
        const command = new sdk.PutObjectCommand({ Bucket, Key, ContentLength: written.bytes })
        const sending = sendContent(command, { file, ...written }, signal)
        try {
          await client.send(command, { abortSignal: sending.abortSignal })
        } catch (error) {
          // A lost answer leaves it open whether the bytes were kept. Names are written once: nothing else is lost.
          if (sending.mayBeKept()) await remove(Key, AbortSignal.timeout(5_000)).catch(() => undefined)
          signal?.throwIfAborted()
          throw describeS3Error('write', Bucket, error)
        }
        return written
      } finally {
        await file.close()
      }
    },
    async open(name, range) {
      const Key = keyOf(name)
      const Range = range && `bytes=${range.first}-${range.last}`
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }))
        return found.Body as Readable
      } catch (error) {
        if (isMissing(error)) return undefined
        if (isEmptyRange(error)) return Readable.from([])
        throw describeS3Error('read', Bucket, error)
      }
    },
    async withFile(name, use) {
      const content = await blobs.open(name)
      if (!content) throw noSuchBlob(name)
      const path = await temporaryPath(temporaryFolder)
      try {
        await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    delete: async name => remove(keyOf(name)),
    list,
    check: () => checkBlobs(blobs),
    async close() {
      client.destroy()
    },
  }
  return blobs
}
