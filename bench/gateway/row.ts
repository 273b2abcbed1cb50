/** What was measured of one way to the upstream. */
export interface Row {
  readonly name: string
  readonly wholePerSecond: number
  readonly streamsPerSecond: number
  readonly wholeCpu: number
  readonly streamCpu: number
  readonly firstMs: number
  readonly wholeP50: number
  readonly wholeP99: number
}
