/** A tool that the server itself uses on behalf of the model; the caller takes no part in it. */
export type BuiltInTool =
  | { readonly type: 'web_search' }
  | { readonly type: 'retrieval'; readonly vectorStoreId: string; readonly promptTemplate?: string }

export type BuiltInType = BuiltInTool['type']

/** One thing that was found. */
export interface FoundPassage {
  /** From 1, best first. */
  readonly index: number
  /** Of a page; for a file, its id. */
  readonly url: string
  readonly title: string
  readonly summary: string
}

/** As the model sees it and as answers name it. */
export const builtInNames: Record<BuiltInType, string> = { web_search: 'svc_websearch', retrieval: 'svc_retrieval' }

/** What the model writes into the one argument of each. */
export const builtInArguments: Record<BuiltInType, string> = { web_search: 'keyword', retrieval: 'query' }

export interface WebSearch {
  /** Best first. Throws `service_unavailable` when nobody answers. */
  search(keyword: string, signal: AbortSignal): Promise<FoundPassage[]>
}

/** What was found, as a model reads it. */
export function passagesText(passages: readonly FoundPassage[]): string {
  if (passages.length === 0) return 'Nothing was found.'
  return passages.map(({ index, title, summary }) => `[${index}] ${title}\n${summary}`).join('\n\n')
}
