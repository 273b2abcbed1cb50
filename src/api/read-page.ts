import { invalid } from '../core/errors.ts'
import type { PageRequest } from '../core/page.ts'

export interface ListQuery {
  readonly limit?: string
  readonly order?: 'asc' | 'desc'
  readonly before?: string
  readonly after?: string
}

export function readPage({ limit = '20', order = 'desc', before, after }: ListQuery): PageRequest {
  const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  if (count < 1 || count > 100) {
    throw invalid('limit', `"limit" must be a whole number from 1 to 100 (got ${JSON.stringify(limit.slice(0, 60))}).`)
  }
  return {
    limit: count,
    order,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}
