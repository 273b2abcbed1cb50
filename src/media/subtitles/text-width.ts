/** Characters that take the room of two: one line holds half as many of them. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u

/** The room that a text takes on a line, in Latin characters. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : 1
  return width
}

/** Pieces of at most that width, cut between characters. */
export function cutByWidth(text: string, most: number): string[] {
  const pieces = ['']
  for (const character of text) {
    const last = pieces.at(-1) ?? ''
    if (textWidth(last + character) > most) pieces.push(character)
    else pieces[pieces.length - 1] = last + character
  }
  return pieces
}
