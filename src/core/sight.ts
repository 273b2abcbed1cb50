/** Where something is, as shares of the picture's width and height. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What can be told of a picture without understanding it. */
export interface Sighting {
  /** In pixels, as it was given. */
  readonly width: number
  readonly height: number
  readonly kind: 'photo' | 'screenshot' | 'chart' | 'document' | 'drawing'
  /** Names of the colours that cover most of it, most first. */
  readonly colours: readonly { readonly name: string; readonly share: number }[]
  /** Lines of text in reading order. */
  readonly lines: readonly (Place & { readonly text: string })[]
  /** Things and people, surest first. */
  readonly objects: readonly (Place & { readonly name: string; readonly certainty: number })[]
}

/** Looks at pictures for models that can't. */
export interface Sight {
  /** `high` looks closer: small print, large pictures. Throws `service_unavailable` while its weights are on their way. */
  look(picture: Uint8Array, detail: 'low' | 'high', signal: AbortSignal): Promise<Sighting>
  close(): Promise<void>
}
