import Type from 'typebox'
import { invalid } from '../core/errors.ts'
import type { PageRequest } from '../core/page.ts'

export const ListQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: '1 to 100, default 20' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  before: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type ListQuery = Type.Static<typeof ListQuery>

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
