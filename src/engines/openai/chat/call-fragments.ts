import { type AnswerParts, type CallSegment, isWholeObject } from './answer-parts.ts'
import { asRecord, asText, type JsonRecord } from './record.ts'

interface Call {
  readonly segment: CallSegment
  /** As the server gave it. */
  id: string
}

interface Fragment {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
  readonly index: number | undefined
  /** No other fragment came in the same list. */
  readonly isAlone: boolean
}

/**
 * Knows which call a fragment belongs to. Servers differ: some leave out the index or give every call the same one,
 * some repeat the id and the name on each fragment or make up a new id each time, some send the name in pieces or the
 * arguments as an object.
 */
export class CallFragments {
  readonly #parts: AnswerParts
  readonly #newId: () => string
  readonly #byIndex = new Map<number, Call>()
  readonly #byId = new Map<string, Call>()
  #last: Call | undefined
  #count = 0

  constructor(parts: AnswerParts, newId: () => string) {
    this.#parts = parts
    this.#newId = newId
  }

  get count(): number {
    return this.#count
  }

  read(fragments: readonly unknown[]): void {
    for (let position = 0; position < fragments.length; position++) {
      const fragment = asRecord(fragments[position])
      if (fragment) this.#add(readFragment(fragment, position, fragments.length === 1))
    }
  }

  #add(fragment: Fragment): void {
    const { id, index } = fragment
    const known = index === undefined ? this.#byId.get(id) : this.#byIndex.get(index)
    const candidate = known ?? (index === undefined ? this.#last : undefined)
    const call =
      candidate && continues(candidate, fragment, known !== undefined) ? candidate : this.#begin(fragment.index)
    if (id !== '' && call.id === '') this.#identify(call, id)
    this.#last = call
    nameCall(call.segment, fragment.name)
    this.#parts.update(call.segment, argumentsText(fragment.arguments, call.segment))
  }

  #begin(index: number | undefined): Call {
    const call: Call = { segment: this.#parts.beginCall(), id: '' }
    this.#byIndex.set(index ?? this.#count, call)
    this.#count += 1
    return call
  }

  /** Two calls of one answer never share an id, even where the server gives them one. */
  #identify(call: Call, id: string): void {
    call.id = id
    if (call.segment.id === '') call.segment.id = this.#byId.has(id) ? this.#newId() : id
    this.#byId.set(id, call)
  }
}

function readFragment(fragment: JsonRecord, position: number, isAlone: boolean): Fragment {
  const detail = asRecord(fragment.function) ?? fragment
  const id = asText(fragment.id)
  const name = asText(detail.name)
  const isBare = id === '' && name === '' && !isAlone
  const index = typeof fragment.index === 'number' ? fragment.index : isBare ? position : undefined
  return { id, name, arguments: detail.arguments, index, isAlone }
}

/** Whether a fragment belongs to the call that its index, its id or its place suggests. */
function continues({ id, segment }: Call, fragment: Fragment, isKnown: boolean): boolean {
  if (fragment.id !== '' && fragment.id === id) return true
  const hasOtherId = fragment.id !== '' && id !== ''
  if (fragment.name === '') return !(hasOtherId && isWholeObject(segment.arguments))
  if (hasOtherId || !(isKnown || fragment.isAlone)) return false
  if (segment.name === '') return true
  if (segment.arguments === '') return isKnown || fragment.id === '' || segment.name === fragment.name
  return fragment.name === segment.name && !(isWholeObject(segment.arguments) && hasArguments(fragment))
}

function hasArguments(fragment: Fragment): boolean {
  return fragment.arguments !== '' && fragment.arguments !== null && fragment.arguments !== undefined
}

/** A name comes at once, in pieces, or again and again. */
function nameCall(call: CallSegment, name: string): void {
  if (name === '' || call.state !== 'waiting' || name === call.name) return
  call.name = call.name !== '' && name.startsWith(call.name) ? name : call.name + name
}

function argumentsText(value: unknown, call: CallSegment): string {
  if (typeof value === 'string') return value
  // An object is the whole of it; a second one would be the same again.
  if (typeof value === 'object' && value !== null && call.arguments === '') return JSON.stringify(value)
  return ''
}
