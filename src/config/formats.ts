import { isMarkedPath, parseDatabaseAddress, parseHttpAddress, parseRedisAddress, parseS3Address } from './addresses.ts'
import { isAllowEntry } from './allow-entry.ts'

/** The formats that schemas name; each is the very function that later reads the value. */
export const formats = {
  'http-address': (text: string) => parseHttpAddress(text) !== undefined,
  'database-address': (text: string) => parseDatabaseAddress(text) !== undefined,
  's3-address': (text: string) => parseS3Address(text) !== undefined,
  'blobs-address': (text: string) => parseS3Address(text) !== undefined || isMarkedPath(text),
  'redis-address': (text: string) => parseRedisAddress(text) !== undefined,
  'allow-entry': isAllowEntry,
}
