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
