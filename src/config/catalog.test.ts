import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf } from '../core/catalog.ts'
import { loadCatalog } from './catalog.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'medley-catalog-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const load = (text: string) => {
  const file = join(folder, 'catalog.yaml')
  writeFileSync(file, text)
  return loadCatalog(file, '/checkout')
}

const entry = (sources: string, more = '') => `weights:
  ears:
    capability: recognition
    description: Hears.
    licence: MIT
    upstream: somewhere${more}
    files:
      - path: onnx/a.onnx
        bytes: 10
        sha256: ${'ab'.repeat(32)}
        sources: [${sources}]
`

describe('the catalogue of this repository', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const catalog = loadCatalog(join(root, 'models/catalog.yaml'), root)

  it('is good, and has the model that comes with Medley', () => {
    expect(catalog.get('medley-46m')).toMatchObject({ capability: 'text', starter: false })
  })

  it('has a starter set below 450 MB', () => {
    const starter = [...catalog.values()].filter(one => one.starter)
    expect(starter.length).toBeGreaterThan(0)
    expect(starter.reduce((sum, one) => sum + bytesOf(one), 0)).toBeLessThan(450e6)
  })

  it('needs nothing but npm for the starter set', () => {
    const elsewhere = [...catalog.values()].filter(
      one => one.starter && one.files.some(({ sources }) => !sources.some(({ kind }) => kind !== 'huggingface')),
    )
    expect(elsewhere.map(({ name }) => name)).toEqual([])
  })

  it('is told to people in docs/models.md', () => {
    const page = readFileSync(join(root, 'docs/models.md'), 'utf8')
    expect([...catalog.keys()].filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('a catalogue', () => {
  it('has sources of every kind', () => {
    const sources = [
      '{ npm: "@some/package@1.0.0", path: a/b.onnx }',
      '{ join: [{ npm: one@1.0.0, path: x }, { npm: two@2.0.0-rc.1, path: y }] }',
      `{ huggingface: owner/name, revision: ${'a'.repeat(40)}, path: b.onnx }`,
      '{ repository: models/x/b.onnx }',
    ]
    expect(load(entry(sources.join(', '))).get('ears')?.files[0]?.sources).toEqual([
      { kind: 'npm', parts: [{ name: '@some/package', version: '1.0.0', path: 'a/b.onnx' }] },
      {
        kind: 'npm',
        parts: [
          { name: 'one', version: '1.0.0', path: 'x' },
          { name: 'two', version: '2.0.0-rc.1', path: 'y' },
        ],
      },
      { kind: 'huggingface', repository: 'owner/name', revision: 'a'.repeat(40), path: 'b.onnx' },
      { kind: 'repository', file: '/checkout/models/x/b.onnx' },
    ])
  })

  it.each([
    ['{ npm: "package@^1.0.0", path: x }', '@^1.0.0" is not accepted; accepted: a package with an exact'],
    ['{ npm: package@1.0.0 }', 'sources[0]: this is no source; accepted: npm with path, join, '],
    ['{ npm: package@1.0.0, path: ../x }', 'sources[0].path: "../x" is not accepted; accepted: a relative path'],
    ['{ npm: package@1.0.0, path: a/../../x }', 'sources[0].path: "a/../../x" is not accepted'],
    [
      '{ huggingface: a/b, revision: main, path: x }',
      'sources[0].revision: "main" is not accepted; accepted: a commit',
    ],
    ['{ npm: package@1.0.0, repository: x, path: y }', 'sources[0].repository: given beside "npm"; accepted: one of'],
    ['{ npn: package@1.0.0, path: x }', 'sources[0].npn: unknown key; did you mean "npm"?'],
    ['', 'sources: a list of 0 is not accepted; accepted: a list of 1 to 8 sources'],
  ])('refuses the source %s, with its line', (source, message) => {
    expect(() => load(entry(source))).toThrow(message)
    expect(() => load(entry(source))).toThrow(/catalog\.yaml:\d+:\d+: weights\.ears\.files\[0\]\.sources/)
  })

  it('refuses what can not be', () => {
    const good = '{ repository: x }'
    expect(() => load(entry(good, '\n    rank: 1'))).toThrow('rank: given for other than text')
    expect(() => load(entry(good).replace('recognition', 'hearing'))).toThrow('accepted: text, vision, embeddings')
    expect(() => load(entry(good).replace('  ears:', '  ../ears:'))).toThrow('this name is not accepted')
    expect(() => load(entry(good).replace('onnx/a.onnx', '/etc/passwd'))).toThrow('accepted: a relative path')
    expect(() => load(entry(good).replace(/(ab){32}/, 'abc'))).toThrow('accepted: 64 lower-case hexadecimal digits')
    expect(() => loadCatalog(join(folder, 'absent.yaml'), '/')).toThrow('the file does not exist')
  })
})
