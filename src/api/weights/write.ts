import { bytesOf } from '../../core/catalog.ts'
import type { ListedWeights, WeightsState } from '../../core/weights.ts'
import type { Weights, WeightsList } from './schema.ts'

export function writeWeights({ entry, state, failure }: ListedWeights): Weights {
  return {
    name: entry.name,
    object: 'weights',
    capability: entry.capability,
    description: entry.description,
    licence: entry.licence,
    upstream: entry.upstream,
    starter: entry.starter,
    state: state.state,
    percent: percentOf(state),
    bytes: bytesOf(entry),
    failure: failure ?? null,
  }
}

export function writeWeightsList(list: readonly ListedWeights[]): WeightsList {
  return { object: 'list', data: list.map(writeWeights) }
}

function percentOf(state: WeightsState): number {
  return state.state === 'ready' ? 100 : state.state === 'arriving' ? state.percent : 0
}
