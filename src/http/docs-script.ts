import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface DocsScript {
  readonly gzipped: Buffer
  readonly etag: string
}

/**
 * The package keeps its page script inside a module that takes 50 MB to load. A process of its own loads it when somebody
 * first opens the page, and ends; the 1.3 MB of the compressed script stay here.
 */
export function createDocsScript(): () => Promise<DocsScript> {
  let loading: Promise<DocsScript> | undefined
  return () => {
    loading ??= load().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function load(): Promise<DocsScript> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('./docs-script-process.ts', import.meta.url))],
    { encoding: 'buffer', env: {}, timeout: 30_000, maxBuffer: 16 * 1024 * 1024 },
  )
  return { gzipped: stdout, etag: `"${createHash('sha256').update(stdout).digest('base64url')}"` }
}
