import { blobs } from './blobs.ts'
import { database } from './database.ts'
import { fetch } from './fetch.ts'
import { limits } from './limits.ts'
import { log } from './log.ts'
import { publicUrl } from './public-url.ts'
import { server } from './server.ts'
import { traces } from './traces.ts'
import { webSearch } from './web-search.ts'

/** The keys at the top of the file, beside `models`. */
export const sections = {
  database,
  blobs,
  limits,
  public_url: publicUrl,
  fetch,
  log,
  traces,
  server,
  web_search: webSearch,
}
