import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Blobs } from './core/blobs.ts'
import { createKeys, type Keys } from './services/keys.ts'
import { openDiskBlobs } from './store/blobs/disk.ts'
import { type Database, openDatabase } from './store/database.ts'
import { keyRecords } from './store/keys.ts'
import { projectRecords } from './store/projects.ts'

/** Where everything is kept, and the keys: what the command line and the server both need. */
export interface State {
  readonly database: Database
  readonly keys: Keys
}

export async function openState(config: Config, logger: Logger, closing: AsyncDisposableStack): Promise<State> {
  const database = await openDatabase(config.database)
  closing.defer(() => database.close())
  const keys = await createKeys({
    keys: keyRecords(database),
    projects: projectRecords(database),
    ...(config.apiKey !== undefined && { environmentSecret: config.apiKey }),
    now: Date.now,
    onRefreshError: error => logger.error({ err: error }, 'could not reload the keys'),
  })
  closing.defer(() => keys.close())
  return { database, keys }
}

export async function openBlobs(config: Config): Promise<Blobs> {
  if (config.blobs.kind === 'disk') return openDiskBlobs(config.blobs.folder)
  // Loaded here: people who keep blobs on disk do not pay for it.
  const { openS3Blobs } = await import('./store/blobs/s3.ts')
  return openS3Blobs(config.blobs, join(config.dataFolder, 'tmp'))
}
