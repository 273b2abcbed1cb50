/** Endpoint families: the unit of scopes, metrics and usage. */
export const families = [
  'chat',
  'messages',
  'responses',
  'tokens',
  'speech',
  'voices',
  'transcriptions',
  'recognition',
  'realtime',
  'images',
  'music',
  'files',
  'vector-stores',
  'models',
  'admin',
] as const

export type Family = (typeof families)[number]

export interface KeyLimits {
  readonly requestsPerMinute?: number
  readonly concurrentRequests?: number
  readonly requestsPerMonth?: number
}

export interface Project {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970, as are all times inside. */
  readonly createdAt: number
}

export interface ApiKey {
  readonly id: string
  readonly projectId: string
  readonly name: string
  /** The beginning of the secret, enough for a person to tell keys apart. */
  readonly hint: string
  readonly hash: string
  readonly admin: boolean
  /** Families that the key may use; undefined means all but `admin`. */
  readonly scopes?: readonly Family[]
  readonly limits: KeyLimits
  readonly createdAt: number
  readonly revokedAt?: number
}

/** Who makes a request: known before the body is read. */
export interface Caller {
  readonly key: ApiKey
  readonly projectId: string
  /** Through which endpoints. */
  readonly family: Family
}

export interface KeyRecords {
  insert(key: ApiKey): Promise<void>
  all(): Promise<ApiKey[]>
  find(id: string): Promise<ApiKey | undefined>
  findByHash(hash: string): Promise<ApiKey | undefined>
  /** False when there is no such key or it is revoked already. */
  revoke(id: string, at: number): Promise<boolean>
  /** Calls back soon after any process has changed a key. Returns how to stop. */
  onChange(listener: () => void): () => void
}

export interface ProjectRecords {
  /** Finds the project of that name, or makes it. */
  ensure(name: string, at: number): Promise<Project>
  all(): Promise<Project[]>
  find(id: string): Promise<Project | undefined>
}
