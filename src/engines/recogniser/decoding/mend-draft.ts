/** To judge a draft costs as much as to write so many tokens. */
const worthJudging = 7

/** The draft with the token that the network wants at that place; undefined where writing on is as cheap. */
export function mendDraft(
  draft: readonly number[],
  place: number,
  wanted: number | undefined,
  isMark: (token: number) => boolean,
): readonly number[] | undefined {
  const refused = draft[place]
  if (wanted === undefined || refused === undefined) return undefined
  const rest = restOf(draft, place, wanted, isMark(wanted), isMark(refused))
  return rest.length < worthJudging ? undefined : [...draft.slice(0, place), wanted, ...rest]
}

/** A comma that came or went leaves the words where they were; a word stands for a word. */
function restOf(draft: readonly number[], place: number, wanted: number, comes: boolean, goes: boolean): number[] {
  if (comes && !goes) return draft.slice(place)
  const next = draft[place + 1]
  return draft.slice(goes && !comes && next === wanted ? place + 2 : place + 1)
}
