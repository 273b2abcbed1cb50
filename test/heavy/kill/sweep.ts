import { join } from 'node:path'
import { createSweeper } from '../../../src/services/sweeper.ts'
import { openDiskBlobs } from '../../../src/store/blobs/disk.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { fileRecords } from '../../../src/store/files.ts'
import { resultRecords } from '../../../src/store/results.ts'
import { voiceRecords } from '../../../src/store/voices.ts'

interface Record {
  readonly id: string
  readonly sha256: string
  readonly status: string
  readonly parsed: boolean
}

interface Found {
  readonly orphans: number
  readonly records: Record[]
  readonly blobs: string[]
}

/** Sweeps the data of a stopped server, sparing nothing for its youth, and tells what is there then. */
export async function sweepAndLook(folder: string): Promise<Found> {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'medley.db') })
  const blobs = openDiskBlobs(join(folder, 'blobs'))
  try {
    const files = fileRecords(database)
    const sweeper = createSweeper({
      blobs,
      results: resultRecords(database),
      owners: {
        files: files.existing,
        texts: files.existing,
        voices: voiceRecords(database).existing,
        results: resultRecords(database).existing,
      },
      now: Date.now,
      graceMs: 0,
      onError: error => {
        throw error
      },
    })
    const { orphans } = await sweeper.sweep()
    const rows = await database.rows.selectFrom('files').selectAll().execute()
    const names: string[] = []
    for await (const { name } of blobs.list()) names.push(name)
    const records = rows.map(({ id, sha256, status, purpose }) => ({
      id,
      sha256,
      status,
      parsed: purpose === 'file-extract',
    }))
    return { orphans, records, blobs: names }
  } finally {
    await blobs.close()
    await database.close()
  }
}
