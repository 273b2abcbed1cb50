/** Turns text into points that lie near each other when the texts mean the like. */
export interface Embedder {
  /** One vector of length 1 for each text. Throws `service_unavailable` while its weights are on their way. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  close(): Promise<void>
}
