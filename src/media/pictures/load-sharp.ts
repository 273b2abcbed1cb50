/** Comes with the first picture. No picture is read twice, so the library's cache would only hold memory. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
