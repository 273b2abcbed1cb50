import type { ApiKey, Project as CoreProject } from '../../core/keys.ts'
import type { Model } from '../../core/models.ts'
import type { UsageRow } from '../../core/usage.ts'
import type { CreatedKey, Key, KeyList, Project, ProjectList, ServedModelList, UsageList } from './schema.ts'

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

/** The hash stays inside. */
export function writeKey(key: ApiKey): Key {
  return {
    id: key.id,
    object: 'key',
    project_id: key.projectId,
    name: key.name,
    hint: key.hint,
    admin: key.admin,
    scopes: key.scopes ? [...key.scopes] : null,
    requests_per_minute: key.limits.requestsPerMinute ?? null,
    concurrent_requests: key.limits.concurrentRequests ?? null,
    requests_per_month: key.limits.requestsPerMonth ?? null,
    created_at: seconds(key.createdAt),
    revoked_at: key.revokedAt === undefined ? null : seconds(key.revokedAt),
  }
}

export function writeKeyList(keys: readonly ApiKey[]): KeyList {
  return { object: 'list', data: keys.map(writeKey) }
}

export function writeCreatedKey({ key, secret }: { key: ApiKey; secret: string }): CreatedKey {
  return { ...writeKey(key), secret }
}

export function writeProjectList(projects: readonly CoreProject[]): ProjectList {
  return { object: 'list', data: projects.map(writeProject) }
}

function writeProject({ id, name, createdAt }: CoreProject): Project {
  return { id, object: 'project', name, created_at: seconds(createdAt) }
}

/** What serves a model, in a word for people. */
export type EngineOf = (model: Model) => string

export function writeServedModelList(models: readonly Model[], engineOf: EngineOf): ServedModelList {
  return {
    object: 'list',
    data: models.map(model => ({
      id: model.id,
      object: 'model',
      capability: model.capability,
      engine: engineOf(model),
      deprecated: model.deprecated ?? false,
    })),
  }
}

export function writeUsageList(rows: readonly UsageRow[]): UsageList {
  return {
    object: 'list',
    data: rows.map(row => ({
      day: row.day,
      project_id: row.projectId,
      key_id: row.keyId,
      family: row.family,
      model: row.model,
      requests: row.requests,
      failures: row.failures,
      input_tokens: row.inputTokens,
      cached_tokens: row.cachedTokens,
      output_tokens: row.outputTokens,
    })),
  }
}
