import type { WeightsEntry } from './catalog.ts'

/** Files that built-in engines need and that may still be on their way. */
export interface Weights {
  /**
   * The folder that holds the files of one entry of the catalogue, complete and verified.
   * Throws `service_unavailable` (with `retryAfter` and how far it has come) while they are on their way,
   * and tells the command that fetches them where nobody does.
   */
  folder(name: string): string
  state(name: string): WeightsState
}

export type WeightsState =
  | { readonly state: 'ready'; readonly folder: string }
  | { readonly state: 'arriving'; readonly percent: number }
  | { readonly state: 'absent' }

/** The weights with what an operator does to them. */
export interface WeightsStore extends Weights {
  list(): readonly ListedWeights[]
  /** Throws `not_found` for a name that the catalogue does not have. */
  get(name: string): ListedWeights
  /** Resolves once they are there; whoever asks meanwhile shares the work. */
  pull(name: string): Promise<void>
  /** Stops fetching them and deletes what is there. */
  remove(name: string): Promise<void>
}

export interface ListedWeights {
  readonly entry: WeightsEntry
  readonly state: WeightsState
  /** They are part of the checkout: nothing is ever fetched or removed. */
  readonly comesWithMedley: boolean
  /** Why the last attempt to fetch them failed; undefined once one goes well. */
  readonly failure?: string
}
