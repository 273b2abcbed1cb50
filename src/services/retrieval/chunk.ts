/** Of one passage: what an embedding can take in, and what a small model can still read five of. */
const most = 600
const overlap = 80
export const maxPassages = 5000

const sentenceEnd = /(?<=[.!?。！？；;])\s*(?=\S)|\n+/u

/** Cuts text into passages at paragraphs, then at sentences; each begins with the end of the one before it. */
export function passagesOf(text: string): string[] {
  const passages: string[] = []
  let open = ''
  const close = () => {
    if (open.trim() !== '') passages.push(open.trim())
    open = ''
  }
  for (const paragraph of text.split(/\n\s*\n/)) {
    for (const sentence of paragraph.split(sentenceEnd).flatMap(cutLong)) {
      if (widthOf(open) + widthOf(sentence) > most) {
        const tail = lastWords(open)
        close()
        open = tail
      }
      open = open === '' ? sentence : `${open} ${sentence}`
      if (passages.length >= maxPassages) return passages
    }
    if (widthOf(open) > most / 2) close()
    else if (open !== '') open += '\n'
  }
  close()
  return passages.slice(0, maxPassages)
}

/** A Chinese character says as much as two or three letters. */
function widthOf(text: string): number {
  return text.length + 1.5 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0)
}

function cutLong(sentence: string): string[] {
  if (widthOf(sentence) <= most) return sentence.trim() === '' ? [] : [sentence.trim()]
  const pieces: string[] = []
  let open = ''
  // Words where there are spaces, characters where there are none.
  for (const word of sentence.match(/\s*[\p{L}\p{N}]{1,40}|\s*[^\p{L}\p{N}]/gu) ?? []) {
    if (widthOf(open) + widthOf(word) > most) {
      pieces.push(open.trim())
      open = ''
    }
    open += word
  }
  if (open.trim() !== '') pieces.push(open.trim())
  return pieces
}

function lastWords(text: string): string {
  const tail = text.slice(-overlap)
  const border = tail.search(/[\s，、,]/)
  return border < 0 ? '' : tail.slice(border + 1).trim()
}
