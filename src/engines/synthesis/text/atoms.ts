import type { Run, Tongue } from './language-runs.ts'
import type { GivenSound } from './pronunciations.ts'

/** Words of one language, or one word whose sound was given. */
export interface Part {
  readonly language: Tongue
  readonly text: string
  readonly given?: GivenSound
}

/** What stands between two marks. */
export interface Atom {
  readonly parts: readonly Part[]
  readonly mark: string
}

const marks: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  '。': '.',
  '．': '.',
  '！': '!',
  '？': '?',
  '；': ';',
  '：': ':',
  '（': ',',
  '）': ',',
  '(': ',',
  ')': ',',
  '-': '',
  '–': '—',
}
const splitter =
  /([,.;:!?…—，、。．！？；：（）()]+)|([\uE000-\uF8FF])|([^,.;:!?…—，、。．！？；：（）()\uE000-\uF8FF]+)/gu
const unspoken = /["“”«»「」『』《》〈〉【】[\]{}<>*_~^|\\#@`・/]+/gu

/** The strongest of the marks that stand together. */
function strongest(written: string): string {
  const plain = [...written].map(mark => marks[mark] ?? mark)
  return ['?', '!', '…', '.', ';', ':', '—', ','].find(mark => plain.includes(mark)) ?? ''
}

export function atoms(runs: readonly Run[], sounds: ReadonlyMap<string, GivenSound>, end = ''): Atom[] {
  const result: Atom[] = []
  let parts: Part[] = []
  const close = (mark: string): void => {
    const last = result.at(-1)
    if (parts.length > 0) result.push({ parts, mark })
    else if (last !== undefined) result[result.length - 1] = { ...last, mark: strongest(last.mark + mark) }
    parts = []
  }
  for (const run of runs) {
    for (const [, mark, given, text] of run.text.matchAll(splitter)) {
      if (mark !== undefined) close(strongest(mark))
      else if (given !== undefined) {
        const sound = sounds.get(given)
        if (sound !== undefined) parts.push({ language: sound.language, text: sound.words, given: sound })
      } else if (text !== undefined) {
        const words = text.replaceAll(unspoken, ' ').replaceAll(/\s+/g, ' ').trim()
        if (/[\p{L}\p{N}]/u.test(words)) parts.push({ language: run.language, text: words })
      }
    }
  }
  close(end)
  return result
}
