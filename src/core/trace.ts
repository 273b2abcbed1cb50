export type TraceAttributes = Readonly<Record<string, string | number | boolean>>

/** A piece of work that is being timed: a request, or a part of one. Handed down as an argument to whoever does the work. */
export interface Trace {
  /** What a server that is called for this work is sent, so that its own spans join the trace. */
  readonly headers: Readonly<Record<string, string>>
  /** Begins a part of this work; whoever opens it ends it. A `call` is answered by another server. */
  open(name: string, attributes?: TraceAttributes, kind?: 'part' | 'call'): OpenTrace
  set(attributes: TraceAttributes): void
  /** Marks the work as failed. Only the kind of error is kept: messages may quote what a caller sent. */
  fail(error: unknown): void
}

export interface OpenTrace extends Trace {
  end(): void
}

/** Where nobody collects traces: costs nothing, tells nobody. */
export const untraced: OpenTrace = {
  headers: {},
  open: () => untraced,
  set() {},
  fail() {},
  end() {},
}

/** Times one part from its start to its result. */
export async function timed<T>(trace: Trace, name: string, work: (part: Trace) => Promise<T>): Promise<T> {
  const part = trace.open(name)
  try {
    return await work(part)
  } catch (error) {
    part.fail(error)
    throw error
  } finally {
    part.end()
  }
}
