/** What a caller of any dialect got to see, in one form. */
export interface SeenAnswer {
  readonly text: string
  /** Undefined in the dialect that does not show it. */
  readonly reasoning: string | undefined
  readonly calls: readonly SeenCall[]
  readonly reason: 'stop' | 'length' | 'tool-calls' | 'filtered'
  readonly usage: SeenUsage
  readonly stopSequence?: string
}

export interface SeenCall {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

export interface SeenUsage {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number | undefined
}

export interface SeenError {
  /** 200 where the answer had begun. */
  readonly status: number
  /** `server_error` where the dialect has no other word for it. */
  readonly code: string
  readonly message: string
  /** What had been said before. */
  readonly text: string
}

export type Seen = { readonly answer: SeenAnswer } | { readonly error: SeenError }

export interface Frame {
  readonly event: string | undefined
  readonly data: string
}

export function framesOf(text: string): Frame[] {
  if (!text.endsWith('\n\n')) throw new Error(`the stream stops inside a frame: ${text.slice(-200)}`)
  return text
    .slice(0, -2)
    .split('\n\n')
    .filter(frame => !frame.startsWith(':'))
    .map(frame => {
      const match = /^(?:event: ([^\n]+)\n)?data: ([^\n]+)$/.exec(frame)
      if (!match?.[2]) throw new Error(`not a frame: ${frame}`)
      return { event: match[1], data: match[2] }
    })
}

/** JSON where it is; else the text, so that what is wrong with it is seen. */
export function readArguments(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
