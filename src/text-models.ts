import { join } from 'node:path'
import { ConfigError } from './config/config-error.ts'
import { suggestion } from './config/nearest.ts'
import type { WeightsEntry } from './core/catalog.ts'
import type { Model } from './core/models.ts'
import type { ListedWeights, WeightsStore } from './core/weights.ts'
import { builtInModel } from './engines/llama/built-in-model.ts'

/** The text models of the catalogue that llama.cpp can run. */
function textEntries(weights: WeightsStore): ListedWeights[] {
  return weights.list().filter(({ entry }) => entry.capability === 'text' && ggufOf(entry) !== undefined)
}

/** What serves the public ids: of what is here now, that which the catalogue ranks highest. */
export function preferredText(weights: WeightsStore): string {
  const [best] = textEntries(weights)
    .filter(({ entry, state }) => entry.rank !== undefined && state.state === 'ready')
    .sort((a, b) => (b.entry.rank ?? 0) - (a.entry.rank ?? 0))
  return best?.entry.name ?? builtInModel.name
}

/** The entry that a model of the configuration names. */
export function textEntry(id: string, name: string, weights: WeightsStore): WeightsEntry {
  const known = textEntries(weights)
  const found = known.find(({ entry }) => entry.name === name)
  if (found) return found.entry
  const names = known.map(({ entry }) => entry.name)
  const message = `there is no text model "${name}";${suggestion(name, names)} accepted: ${names.join(', ')}, or a "file" instead`
  throw new ConfigError([{ file: 'medley.yaml', path: `models.${id}.name`, message }])
}

/** The files that are to be loaded, once the weights are there. */
export function filesOf(entry: WeightsEntry, folder: string): { readonly file: string; readonly mmproj?: string } {
  const projector = projectorOf(entry)
  return {
    file: join(folder, ggufOf(entry) ?? ''),
    ...(projector !== undefined && { mmproj: join(folder, projector) }),
  }
}

/** Whether pictures reach the model itself. */
export function takesPictures(entry: WeightsEntry): boolean {
  return projectorOf(entry) !== undefined
}

function ggufOf({ files }: WeightsEntry): string | undefined {
  return files.find(({ path }) => path.endsWith('.gguf') && !path.includes('mmproj'))?.path
}

/** As they are called everywhere: mmproj-….gguf. */
function projectorOf({ files }: WeightsEntry): string | undefined {
  return files.find(({ path }) => path.endsWith('.gguf') && path.includes('mmproj'))?.path
}

/** What a public id without an engine of its own is, said honestly. */
export function builtInDescription(weights: WeightsStore): (model: Model) => string | undefined {
  const name = preferredText(weights)
  const described = weights.list().find(({ entry }) => entry.name === name)
  const text = described && `Built-in model ${name}. ${described.entry.description}`
  return ({ capability }) => (capability === 'text' ? text : undefined)
}
