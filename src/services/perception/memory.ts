/** What was found out last, by name. A conversation sends its pictures again with every turn, and is counted before it is answered. */
export function createMemory<T>(size: number) {
  const known = new Map<string, T>()

  /** Finds it out where it isn't known; what `isLasting` denies is found out again the next time. */
  return async (name: string, findOut: () => Promise<T>, isLasting: (found: T) => boolean = () => true): Promise<T> => {
    const found = known.get(name) ?? (await findOut())
    known.delete(name)
    if (isLasting(found)) known.set(name, found)
    const [oldest] = known.keys()
    if (known.size > size && oldest !== undefined) known.delete(oldest)
    return found
  }
}
