import type { KeyLimits } from '../../core/keys.ts'
import type { UsageQuery as CoreUsageQuery } from '../../core/usage.ts'
import type { NewKey as CoreNewKey } from '../../services/keys.ts'
import type { NewKey, UsageQuery } from './schema.ts'

export function readNewKey(body: NewKey): CoreNewKey {
  const limits: KeyLimits = {
    ...(body.requests_per_minute !== undefined && { requestsPerMinute: body.requests_per_minute }),
    ...(body.concurrent_requests !== undefined && { concurrentRequests: body.concurrent_requests }),
    ...(body.requests_per_month !== undefined && { requestsPerMonth: body.requests_per_month }),
  }
  return {
    name: body.name,
    limits,
    ...(body.project !== undefined && { project: body.project }),
    ...(body.admin !== undefined && { admin: body.admin }),
    ...(body.scopes !== undefined && { scopes: body.scopes }),
  }
}

export function readUsageQuery({ from, to, project_id, key_id, model }: UsageQuery): CoreUsageQuery {
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(project_id !== undefined && { projectId: project_id }),
    ...(key_id !== undefined && { keyId: key_id }),
    ...(model !== undefined && { model }),
  }
}
