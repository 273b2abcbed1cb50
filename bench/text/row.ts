/** What was measured of one way to the model. */
export interface Row {
  readonly name: string
  /** Tokens a second, by how many answers are written at once. */
  readonly tokensPerSecond: ReadonlyMap<number, number>
  /** Milliseconds of CPU a token: what to compare on a machine that others use too. */
  readonly cpuPerToken: ReadonlyMap<number, number>
  readonly firstTokenMs: number
  readonly memoryBytes: number
}
