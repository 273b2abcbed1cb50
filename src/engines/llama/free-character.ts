const privateUse = 0xe000

/** A character that nobody wrote. */
export function freeCharacter(text: string): string {
  let point = privateUse
  while (text.includes(String.fromCharCode(point))) point += 1
  return String.fromCharCode(point)
}
