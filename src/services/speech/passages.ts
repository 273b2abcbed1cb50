import { invalid } from '../../core/errors.ts'
import { type Manner, plainManner } from '../../core/speech.ts'
import { readDirections } from './directions.ts'
import { changeManner } from './manner-change.ts'
import { changesNamedBy } from './manner-words.ts'
import { withoutMarkdown } from './markdown.ts'
import { changeOfLabel, type VoiceLabel } from './voice-labels.ts'

/** What is said in one manner. */
export interface SpokenPassage {
  readonly text: string
  readonly manner: Manner
}

export interface TextToSpeak {
  readonly input: string
  readonly label?: VoiceLabel
  readonly instruction?: string
  /** Whether Markdown's marks are left out. */
  readonly isMarkdown: boolean
  /** Whether what stands in parentheses is a direction. */
  readonly hasDirections: boolean
}

/** What is really spoken, and how. */
export function passagesOf({ input, label, instruction, isMarkdown, hasDirections }: TextToSpeak): SpokenPassage[] {
  const text = isMarkdown ? withoutMarkdown(input) : input
  const labelled = label ? changeManner(plainManner, changeOfLabel(label)) : plainManner
  const base = instruction === undefined ? labelled : told(labelled, instruction)
  const passages: SpokenPassage[] = []
  let manner = base
  for (const { text: said, direction } of hasDirections ? readDirections(text) : [{ text, direction: undefined }]) {
    // A direction holds until the next; one that names no manner, such as "laughs", changes none.
    if (direction !== undefined && changesNamedBy(direction).length > 0) manner = told(base, direction)
    if (isSpeakable(said)) passages.push({ text: said, manner })
  }
  if (passages.length === 0) {
    const why = hasDirections ? 'text in parentheses is an instruction and is not spoken' : 'it needs letters or digits'
    throw invalid('input', `"input" has nothing that can be spoken: ${why} (got ${JSON.stringify(input)}).`)
  }
  return passages
}

function told(manner: Manner, words: string): Manner {
  const changed = changesNamedBy(words).reduce(changeManner, manner)
  const instruction = [manner.instruction, words].filter(text => text !== undefined && text !== '').join('; ')
  return { ...changed, instruction }
}

function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
