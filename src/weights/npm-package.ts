import { interceptors, request } from 'undici'
import type { PackageFile } from '../core/catalog.ts'
import { type Address, hostOf } from './download.ts'
import { PullError, reasonOf } from './failure.ts'
import type { NpmSettings } from './npm-settings.ts'

const largestList = 64 * 1024 * 1024

/** Where the registry keeps the tarball of one version. */
export async function tarballOf(
  { name, version }: Pick<PackageFile, 'name' | 'version'>,
  settings: NpmSettings,
  signal: AbortSignal,
): Promise<Address> {
  const registry = settings.registryOf(name)
  const list = `${registry}${name.replace('/', '%2f')}`
  const given = await tarballNamedBy(list, version, settings, signal)
  const url = onOwnRegistry(given, registry)
  return { url, headers: settings.credentialsFor(url), dispatcher: settings.dispatcher }
}

async function tarballNamedBy(
  url: string,
  version: string,
  settings: NpmSettings,
  signal: AbortSignal,
): Promise<string> {
  const reply = await request(url, {
    dispatcher: settings.dispatcher.compose(interceptors.redirect({ maxRedirections: 5 })),
    headers: { accept: 'application/vnd.npm.install-v1+json', ...settings.credentialsFor(url) },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    signal,
  }).catch(error => {
    signal.throwIfAborted()
    throw new PullError(`${hostOf(url)}: ${reasonOf(error)}`, { cause: error })
  })
  if (reply.statusCode !== 200) {
    await reply.body.dump()
    throw new PullError(`${hostOf(url)} answers ${reply.statusCode} for this package`)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > largestList) throw new PullError(`${hostOf(url)} sends a list of versions without end`)
    chunks.push(chunk)
  }
  const tarball = tarballIn(Buffer.concat(chunks).toString(), version)
  if (tarball === undefined) throw new PullError(`${hostOf(url)} has no version ${version} of this package`)
  return tarball
}

function tarballIn(text: string, version: string): string | undefined {
  try {
    const list: { versions?: Record<string, { dist?: { tarball?: unknown } }> } = JSON.parse(text)
    const tarball = list.versions?.[version]?.dist?.tarball
    return typeof tarball === 'string' && /^https?:/.test(tarball) ? tarball : undefined
  } catch {
    return undefined
  }
}

/** Mirrors often pass on addresses of the registry that they mirror, which may be out of reach: they are asked instead. */
function onOwnRegistry(tarball: string, registry: string): string {
  const url = new URL(tarball)
  if (url.host === new URL(registry).host || !/\/-\/[^/]+\.tgz$/.test(url.pathname)) return tarball
  return new URL(url.pathname.slice(1), registry).href
}
