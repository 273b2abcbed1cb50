/** What can be compared letter by letter: words, and pairs of characters where there are no spaces between words. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const [run] of text
    .toLowerCase()
    .normalize('NFKC')
    .matchAll(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[\p{L}\p{N}]+/gu)) {
    if (!/^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(run)) terms.push(stem(run))
    else if (run.length === 1) terms.push(run)
    else for (let at = 0; at + 2 <= run.length; at++) terms.push(run.slice(at, at + 2))
  }
  return terms
}

/** So that "invoices" finds "invoice". */
function stem(word: string): string {
  return word.length > 3 ? word.replace(/(?:ies|es|s)$/, ending => (ending === 'ies' ? 'y' : '')) : word
}
