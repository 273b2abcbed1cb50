import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '../src')

/** Who may import whom, besides itself. ARCHITECTURE.md draws the same picture. */
const arrows: Record<string, readonly string[]> = {
  core: [],
  media: [],
  config: ['core'],
  engines: ['core', 'media'],
  store: ['core'],
  http: ['core'],
  weights: ['core'],
  services: ['core', 'media'],
  api: ['core', 'services', 'http'],
}

/** Packages that only these places may know. */
const owners: Record<string, readonly RegExp[]> = {
  fastify: [
    /^http\//,
    /^api\/.*\/(route|upload)\.ts$/,
    /^api\/(index|ignored-parameters)\.ts$/,
    /^(platform|build-server)\.ts$/,
  ],
  '@fastify/multipart': [/^http\//],
  '@fastify/swagger': [/^http\//],
  ws: [/^http\//],
  kysely: [/^store\//],
  pg: [/^store\//],
  'node:sqlite': [/^store\//],
  '@aws-sdk/client-s3': [/^store\//],
  'node-av': [/^media\//],
  sharp: [/^media\//],
  yaml: [/^config\//],
  ioredis: [/^http\//],
  '@node-llama-cpp/linux-x64': [/^engines\/llama\//],
  '@fugood/node-llama-linux-x64': [/^engines\/llama\//],
  'onnxruntime-node': [/^engines\/onnx\//],
}

interface Import {
  readonly from: string
  readonly to: string
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n]*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  )
  return [...found].map(([, fixed, lazy]) => ({ from: relative(source, file), to: fixed ?? lazy ?? '' }))
}

const imports = sourceFiles(source).flatMap(importsOf)

describe('the arrows', () => {
  it('sees the imports at all', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(imports).toContainEqual({ from: 'store/keys.ts', to: '../core/keys.ts' })
  })

  it('go one way', () => {
    const wrong = imports
      .filter(({ to }) => to.startsWith('.') && to.endsWith('.ts'))
      .map(({ from, to }) => ({ from, to: relative(source, join(source, dirname(from), to)) }))
      .filter(({ from, to }) => {
        const [layer = '', target = ''] = [from.split('/')[0], to.split('/')[0]]
        const allowed = arrows[layer]
        // Files at the top are where things are built: they may import everything, and nobody imports them but each other.
        if (!allowed) return false
        return target !== layer && !allowed.includes(target) && target !== 'version.ts'
      })
    expect(wrong).toEqual([])
  })

  it('never run between endpoint families', () => {
    const familyOf = (path: string) => /^api\/([^/]+)\//.exec(path)?.[1]
    const crossing = imports
      .filter(({ from, to }) => from.startsWith('api/') && to.startsWith('.'))
      .map(({ from, to }) => ({ from, to: relative(source, join(source, dirname(from), to)) }))
      .filter(({ from, to }) => familyOf(from) && familyOf(to) && familyOf(from) !== familyOf(to))
    expect(crossing).toEqual([])
  })

  it.each(Object.entries(owners))('keep %s where it belongs', (name, places) => {
    const strangers = imports
      .filter(({ to }) => to === name || to.startsWith(`${name}/`))
      .filter(({ from }) => !places.some(place => place.test(from)))
    expect(strangers).toEqual([])
  })

  it('leave the environment to the configuration and the commands', () => {
    const readers = sourceFiles(source)
      .filter(file => /process\.env\b/.test(readFileSync(file, 'utf8')))
      .map(file => relative(source, file).split('/')[0])
    expect(new Set(readers)).toEqual(new Set(['commands']))
  })
})
