import { invalid } from './errors.ts'
import type { Effort } from './generation.ts'

const withoutMedium = 'svc-3.5-flash-2603'

/** One model knows only two of the three efforts. */
export function assertEffort(model: string, effort: Effort | undefined, param: string): void {
  if (model === withoutMedium && effort === 'medium') {
    throw invalid(param, `"${param}" must be "low" or "high" with ${withoutMedium} (got "medium").`)
  }
}
