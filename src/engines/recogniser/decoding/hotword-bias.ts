interface Branch {
  readonly children: Map<number, Branch>
  ends: boolean
}

/** How far each hotword that a row may be writing has come, and what it was given for that. */
export interface BiasState {
  readonly open: readonly { readonly branch: Branch; readonly given: number }[]
}

/**
 * Hotwords as a tree of tokens: a row that goes along a branch is helped with each token, and whoever leaves it before
 * the end of a word gives everything back, so that half of a hotword is worth nothing.
 */
export class HotwordBias {
  readonly none: BiasState = { open: [] }
  readonly #root: Branch = { children: new Map(), ends: false }
  readonly #bonus: number

  constructor(sequences: readonly (readonly number[])[], bonus: number) {
    this.#bonus = bonus
    for (const sequence of sequences) {
      let branch = this.#root
      for (const token of sequence) {
        const child = branch.children.get(token) ?? { children: new Map<number, Branch>(), ends: false }
        branch.children.set(token, child)
        branch = child
      }
      branch.ends = true
    }
  }

  /** The tokens that would begin or continue a hotword. */
  helped(state: BiasState): Set<number> {
    const tokens = new Set(this.#root.children.keys())
    for (const { branch } of state.open) for (const token of branch.children.keys()) tokens.add(token)
    return tokens
  }

  /** What the next token changes: the score, and where the row then stands. */
  follow(state: BiasState, token: number): { readonly change: number; readonly state: BiasState } {
    const open: { branch: Branch; given: number }[] = []
    let change = 0
    const enter = (branch: Branch, given: number) => {
      change += this.#bonus
      // A word that is complete and may go on keeps what it has, whatever comes.
      if (branch.children.size > 0) open.push({ branch, given: branch.ends ? 0 : given + this.#bonus })
    }
    for (const { branch, given } of state.open) {
      const child = branch.children.get(token)
      if (child === undefined) change -= given
      else enter(child, given)
    }
    const begun = this.#root.children.get(token)
    if (begun !== undefined && open.length === 0) enter(begun, 0)
    return { change, state: open.length === 0 ? this.none : { open } }
  }

  /** What is taken back when the text ends here. */
  end(state: BiasState): number {
    return -state.open.reduce((sum, { given }) => sum + given, 0)
  }
}
