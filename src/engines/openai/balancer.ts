import { affinity } from './affinity.ts'
import type { Upstream } from './upstream.ts'

/** A conversation leaves its server for another when that has this many requests more than twice the other's. */
const slack = 4

/** The server that a request should go to, of those that were not tried for it. Undefined when none may be asked now. */
export function choose(
  upstreams: readonly Upstream[],
  tried: ReadonlySet<Upstream>,
  conversation: () => number,
): Upstream | undefined {
  const [only] = upstreams
  if (upstreams.length === 1) return only?.circuit.allows() && !tried.has(only) ? only : undefined
  const open = upstreams.filter(upstream => !tried.has(upstream) && upstream.circuit.allows())
  const well = open.filter(upstream => upstream.isWell)
  // When none is known to be well, the check may be what is wrong.
  return fittest(well.length > 0 ? well : open, conversation)
}

function fittest(upstreams: readonly Upstream[], conversation: () => number): Upstream | undefined {
  const [first] = upstreams
  if (upstreams.length < 2 || !first) return first
  const hash = conversation()
  let home = first
  let homeFit = -1
  let least = first
  for (const upstream of upstreams) {
    const fit = affinity(hash, upstream.hash)
    if (fit > homeFit) {
      home = upstream
      homeFit = fit
    }
    if (upstream.inFlight < least.inFlight) least = upstream
  }
  return home.inFlight > 2 * least.inFlight + slack ? least : home
}
