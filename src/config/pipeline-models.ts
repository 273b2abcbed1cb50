import { publicModels } from '../core/models.ts'
import type { Report } from './config-error.ts'
import type { ModelConfig } from './engines/index.ts'
import { suggestion } from './nearest.ts'
import { pointerTo, problemAt, type Tree } from './tree.ts'

const places = ['recognition', 'text', 'speech'] as const

/** A pipeline's models must exist and be of the kind that its places ask for. */
export function checkPipelines(
  tree: Tree,
  models: ReadonlyMap<string, ModelConfig>,
  named: readonly string[],
  report: Report,
): void {
  const publicCapabilities = new Map(publicModels.map(model => [model.id, model.capability]))

  for (const [id, entry] of models) {
    if (entry.engine !== 'pipeline') continue
    for (const place of places) {
      const wanted = entry[place]
      const pointer = pointerTo(pointerTo('/models', id), place)
      const configured = models.get(wanted)
      const capability = configured?.capability ?? publicCapabilities.get(wanted)
      if (capability === place) continue

      // An entry with problems of its own says enough about itself.
      if (configured === undefined && named.includes(wanted)) continue
      const fitting = [...publicCapabilities].filter(([, kind]) => kind === place).map(([known]) => known)
      for (const [other, { capability: kind }] of models) {
        if (kind === place && !fitting.includes(other)) fitting.push(other)
      }
      const what = capability === undefined ? `there is no model "${wanted}"` : `"${wanted}" is a ${capability} model`
      const hint = capability === undefined ? suggestion(wanted, fitting) : ''
      report(problemAt(tree, pointer, 'value', `${what};${hint} accepted: a ${place} model: ${fitting.join(', ')}`))
    }
  }
}
