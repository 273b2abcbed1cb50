/** The pieces of words that BERT-like networks read, by their numbers. */
export interface WordPieces {
  /** With the marks of beginning and end; cut to what the network takes. */
  encode(text: string): number[]
}

const maxTokens = 256
const maxWordLength = 100
const cjk = '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff'
/** A Chinese character is a word, and so is a mark of punctuation. */
const words = new RegExp(`[${cjk}]|[\\p{P}\\p{S}]|[^\\s\\p{P}\\p{S}${cjk}]+`, 'gu')

export function createWordPieces(vocabulary: Readonly<Record<string, number>>): WordPieces {
  const numberOf = new Map(Object.entries(vocabulary))
  const known = (piece: string): number => {
    const number = numberOf.get(piece)
    if (number === undefined) throw new Error(`the vocabulary lacks ${piece}`)
    return number
  }
  const [unknown, first, last] = [known('[UNK]'), known('[CLS]'), known('[SEP]')]

  /** The longest piece that fits, again and again. */
  function pieces(word: string): number[] {
    if (word.length > maxWordLength) return [unknown]
    const found: number[] = []
    for (let start = 0; start < word.length; ) {
      let end = word.length
      let number: number | undefined
      for (; end > start; end--) {
        number = numberOf.get((start > 0 ? '##' : '') + word.slice(start, end))
        if (number !== undefined) break
      }
      if (number === undefined) return [unknown]
      found.push(number)
      start = end
    }
    return found
  }

  return {
    encode(text) {
      const plain = text
        .toLowerCase()
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
      const tokens = [first]
      for (const [word] of plain.matchAll(words)) {
        tokens.push(...pieces(word))
        if (tokens.length >= maxTokens) break
      }
      return [...tokens.slice(0, maxTokens - 1), last]
    },
  }
}
