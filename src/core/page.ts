export interface PageRequest {
  readonly limit: number
  readonly order: 'asc' | 'desc'
  readonly before?: string
  readonly after?: string
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}

/** A page of a short list, which is given oldest first. With only `before`, the page is the one that ends at the cursor. */
export function pageOf<T>(
  oldestFirst: readonly T[],
  idOf: (item: T) => string,
  { limit, order, before, after }: PageRequest,
): Page<T> {
  const items = order === 'asc' ? oldestFirst : oldestFirst.toReversed()
  const indexOf = (id: string | undefined, otherwise: number) => {
    const index = id === undefined ? -1 : items.findIndex(item => idOf(item) === id)
    return index < 0 ? otherwise : index
  }
  const within = items.slice(indexOf(after, -1) + 1, indexOf(before, items.length))
  const isLast = before !== undefined && after === undefined
  return { items: isLast ? within.slice(-limit) : within.slice(0, limit), hasMore: within.length > limit }
}
