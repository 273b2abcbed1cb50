const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * `GET /v1/files` → `listFiles`, `GET /v1/files/:file_id/content` → `getFileContent`. It follows from the path alone, so it
 * stays the same from release to release; a route whose name would read badly gives its own in the schema.
 */
export function operationIdOf(method: string, url: string): string {
  const segments = url.split('/').filter(segment => segment !== '' && segment !== 'v1')
  const names = segments.filter(segment => !isParameter(segment))
  const last = names.at(-1) ?? ''
  const lists = method === 'GET' && !isParameter(segments.at(-1) ?? '') && singular(last) !== last
  const verb = lists ? 'list' : (verbs[method] ?? method.toLowerCase())
  const nouns = [...names.slice(0, -1).map(singular), lists ? last : singular(last)]
  return (
    verb +
    nouns
      .flatMap(noun => noun.split(/[^A-Za-z0-9]+/))
      .map(capitalised)
      .join('')
  )
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':') || segment === '*'
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`
  return /[^su]s$/.test(noun) ? noun.slice(0, -1) : noun
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
