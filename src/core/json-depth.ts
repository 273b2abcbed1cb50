import { invalid } from './errors.ts'

const deepest = 64

/** What callers send freely, such as schemas, is bounded in depth: it is walked by recursion further on. */
export function assertShallow(value: unknown, param: string): void {
  const waiting: [unknown, number][] = [[value, 1]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [here, depth] = next
    if (typeof here !== 'object' || here === null) continue
    if (depth > deepest) throw invalid(param, `"${param}" is nested more than ${deepest} levels deep.`)
    for (const inner of Object.values(here)) waiting.push([inner, depth + 1])
  }
}
