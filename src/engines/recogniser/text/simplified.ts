const han = /\p{Script=Han}/gu

/** The letters of the standard that has the simplified ones only: 6763 of them, from 啊 to 齄. */
function simplifiedLetters(): Set<string> {
  const decoder = new TextDecoder('gbk')
  const letters = new Set<string>()
  for (let row = 0xb0; row <= 0xf7; row++) {
    for (let cell = 0xa1; cell <= 0xfe; cell++) letters.add(decoder.decode(Uint8Array.of(row, cell)))
  }
  return letters
}

/** The tokens that would write a letter in its traditional form. */
export function traditionalTokens(bytesOf: (token: number) => Uint8Array, tokens: number): number[] {
  const simplified = simplifiedLetters()
  const isTraditional = (letter: string) => !simplified.has(letter)
  return Array.from({ length: tokens }, (_, token) => token).filter(token =>
    Buffer.from(bytesOf(token)).toString('utf8').match(han)?.some(isTraditional),
  )
}
