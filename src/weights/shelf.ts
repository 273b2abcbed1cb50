import { readFileSync, statSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WeightsEntry, WeightsFile } from '../core/catalog.ts'
import { syncFolder } from './verified-file.ts'

/** Where one entry lies, whole or in parts. */
export interface Place {
  readonly folder: string
  /** What was verified, so that no start has to read hundreds of megabytes again. */
  readonly marker: string
  readonly lock: string
  /** For what has not arrived whole. */
  readonly parts: string
}

type Marked = Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>

export function placeOf(root: string, name: string): Place {
  const folder = join(root, name)
  return {
    folder,
    marker: join(folder, '.verified.json'),
    lock: join(root, '.locks', `${name}.lock`),
    parts: join(root, '.parts', name),
  }
}

/** The folder within the checkout, for an entry all of whose files are there under their own paths. */
export function checkoutFolder(entry: WeightsEntry): string | undefined {
  const folders = entry.files.map(({ path, bytes, sources }) => {
    const source = sources.find(({ kind }) => kind === 'repository')
    if (source?.kind !== 'repository' || !source.file.endsWith(`/${path}`)) return undefined
    return sizeAt(source.file) === bytes ? source.file.slice(0, -path.length - 1) : undefined
  })
  return new Set(folders).size === 1 ? folders[0] : undefined
}

/** Whether the marker vouches for this file, and the file still has its size. */
export function isVerified(place: Place, file: WeightsFile, marked = readMarker(place)): boolean {
  const known = Object.hasOwn(marked, file.path) ? marked[file.path] : undefined
  return (
    known?.sha256 === file.sha256 && known.bytes === file.bytes && sizeAt(join(place.folder, file.path)) === file.bytes
  )
}

export function isComplete(place: Place, entry: WeightsEntry): boolean {
  const marked = readMarker(place)
  return entry.files.every(file => isVerified(place, file, marked))
}

export function readMarker({ marker }: Place): Marked {
  try {
    const { files }: { files?: Marked } = JSON.parse(readFileSync(marker, 'utf8'))
    return files ?? {}
  } catch {
    return {}
  }
}

/** Puts these files among the verified ones. */
export async function mark(place: Place, files: readonly WeightsFile[]): Promise<void> {
  const added = Object.fromEntries(files.map(({ path, bytes, sha256 }) => [path, { bytes, sha256 }]))
  await mkdir(dirname(place.marker), { recursive: true })
  const next = `${place.marker}.new`
  const handle = await open(next, 'w')
  await handle.writeFile(`${JSON.stringify({ files: { ...readMarker(place), ...added } }, undefined, 2)}\n`)
  await handle.sync()
  await handle.close()
  await rename(next, place.marker)
  await syncFolder(place.folder)
}

export function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}
