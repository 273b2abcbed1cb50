const longestName = 255

/** The name that a server gives its file, or the last part of the path; always a bare name, never a path. */
export function readFilename(disposition: string | undefined, url: URL): string | undefined {
  return fromDisposition(disposition ?? '') ?? bareName(decoded(url.pathname) ?? url.pathname)
}

function fromDisposition(header: string): string | undefined {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const name = extended === undefined ? undefined : decoded(extended)
  if (name !== undefined) return bareName(name)

  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  if (plain === null) return undefined
  const text = plain[1]?.replace(/\\(.)/g, '$1') ?? plain[2] ?? ''
  return bareName(utf8(text))
}

// Headers arrive as one character per byte, and servers write UTF-8 into them.
function utf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function bareName(text: string): string | undefined {
  const name = (text.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').trim()
  return name === '' || name === '.' || name === '..' ? undefined : name.slice(0, longestName)
}
