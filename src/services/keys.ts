import { hash } from 'node:crypto'
import { PlatformError } from '../core/errors.ts'
import { newId, randomText } from '../core/ids.ts'
import type { ApiKey, Family, KeyLimits, KeyRecords, Project, ProjectRecords } from '../core/keys.ts'

export const defaultProject = 'default'
const retryMs = 500
const mostHashes = 1000

export interface NewKey {
  readonly name: string
  /** By name; made when there is none. */
  readonly project?: string
  readonly admin?: boolean
  readonly scopes?: readonly Family[]
  readonly limits?: KeyLimits
}

export interface Keys {
  /** Known keys are answered from memory; only an unknown secret asks the database. */
  authenticate(secret: string): ApiKey | Promise<ApiKey | undefined>
  /** The secret is shown here and never again. */
  create(request: NewKey): Promise<{ key: ApiKey; secret: string }>
  list(): Promise<ApiKey[]>
  projects(): Promise<Project[]>
  revoke(id: string): Promise<ApiKey>
  close(): void
}

export interface KeyParts {
  readonly keys: KeyRecords
  readonly projects: ProjectRecords
  /** A secret from the environment: good for as long as it is set, and never stored. */
  readonly environmentSecret?: string
  readonly now: () => number
  readonly onRefreshError: (error: unknown) => void
}

export async function createKeys(parts: KeyParts): Promise<Keys> {
  const { keys, projects, now } = parts
  let byHash = new Map<string, ApiKey>()
  const home = await projects.ensure(defaultProject, now())
  const fromEnvironment =
    parts.environmentSecret === undefined ? undefined : environmentKey(parts.environmentSecret, home, now())

  let generation = 0
  async function load(): Promise<void> {
    const next = new Map<string, ApiKey>()
    for (const key of await keys.all()) if (key.revokedAt === undefined) next.set(key.hash, key)
    if (fromEnvironment) next.set(fromEnvironment.hash, fromEnvironment)
    byHash = next
  }
  // One load at a time: an older answer never replaces a newer one. Changes that come while one waits share it.
  let loading = load()
  let next: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  await loading
  function reload(): void {
    generation++
    next ??= loading
      .then(() => {
        next = undefined
        return load()
      })
      .catch(error => {
        parts.onRefreshError(error)
        // A key revoked elsewhere must not live on because the database was away for a moment.
        clearTimeout(retry)
        retry = setTimeout(reload, retryMs).unref()
      })
    loading = next
  }
  const stopListening = keys.onChange(reload)

  /** Hashes of secrets that were good lately, for the length of the process only. Whether they still are is asked each time. */
  const hashes = new Map<string, string>()
  function remember(secret: string, hashed: string): void {
    if (hashes.size >= mostHashes) hashes.clear()
    hashes.set(secret, hashed)
  }

  async function lookUp(hashed: string): Promise<ApiKey | undefined> {
    const asked = generation
    const key = await keys.findByHash(hashed)
    if (!key || key.revokedAt !== undefined) return undefined
    // A key that was revoked while we asked must not enter the memory.
    if (asked === generation) byHash.set(hashed, key)
    return key
  }

  return {
    authenticate(secret) {
      const known = hashes.get(secret)
      const hashed = known ?? hashSecret(secret)
      const key = byHash.get(hashed)
      if (!key) return lookUp(hashed)
      if (known === undefined) remember(secret, hashed)
      return key
    },
    async create({ name, project = defaultProject, admin = false, scopes, limits = {} }) {
      const owner = await projects.ensure(project, now())
      const secret = `mk-${randomText(40)}`
      const key: ApiKey = {
        id: newId('key_', 16),
        projectId: owner.id,
        name,
        hint: `${secret.slice(0, 7)}…`,
        hash: hashSecret(secret),
        admin,
        ...(scopes && { scopes }),
        limits,
        createdAt: now(),
      }
      await keys.insert(key)
      byHash.set(key.hash, key)
      return { key, secret }
    },
    list: () => keys.all(),
    projects: () => projects.all(),
    async revoke(id) {
      const key = await keys.find(id)
      if (!key) throw new PlatformError('not_found', `There is no key "${id}".`)
      await keys.revoke(id, now())
      // A load that began before the revocation could still put the key back.
      await loading
      byHash.delete(key.hash)
      return (await keys.find(id)) ?? key
    },
    close() {
      clearTimeout(retry)
      stopListening()
    },
  }
}

function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

function environmentKey(secret: string, project: Project, createdAt: number): ApiKey {
  return {
    id: 'key_environment',
    projectId: project.id,
    name: 'MEDLEY_API_KEY',
    hint: `${secret.slice(0, 3)}…`,
    hash: hashSecret(secret),
    admin: true,
    limits: {},
    createdAt,
  }
}
