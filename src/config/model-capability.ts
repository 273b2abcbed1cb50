import { type Capability, publicModels } from '../core/models.ts'
import { type EngineName, engines } from './engines/index.ts'

export type SettledCapability =
  | { readonly capability: Capability }
  | { readonly key: 'engine' | 'capability'; readonly problem: string }

/** What an entry stands for: what its public id promises, else what it says, else what its engine mostly does. */
export function settleCapability(id: string, name: EngineName, said: Capability | undefined): SettledCapability {
  const promised = publicModels.find(model => model.id === id)?.capability
  // A text engine under a realtime id takes the place of the pipeline's text model.
  const due = promised === 'realtime' && name !== 'pipeline' ? 'text' : promised

  if (due !== undefined && !serves(name, due)) {
    const others = (Object.keys(engines) as EngineName[]).filter(other => serves(other, due))
    const accepted = others.length === 0 ? 'no engine' : others.join(', ')
    return { key: 'engine', problem: `"${name}" cannot serve ${id}, a ${due} model; accepted: ${accepted}` }
  }
  if (due !== undefined && said !== undefined && said !== due) {
    return { key: 'capability', problem: `"${said}" is not what ${id} is; accepted: ${due}, or leave it out` }
  }
  return { capability: due ?? said ?? engines[name].serves[0] }
}

function serves(name: EngineName, capability: Capability): boolean {
  return engines[name].serves.some(served => served === capability)
}
