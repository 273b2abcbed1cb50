import type { BuiltInTool, FoundPassage, WebSearch } from '../core/built-in-tools.ts'
import { invalid } from '../core/errors.ts'
import type { Tool } from '../core/generation.ts'
import type { VectorStoreRecords } from '../core/vector-stores.ts'
import type { SearchStore } from './retrieval/search.ts'

export interface BuiltInTools {
  /** Refuses what this server is not set up for, and stores that are not the project's, by the name of the field. */
  assertUsable(projectId: string, tools: readonly Tool[]): Promise<void>
  use(projectId: string, tool: BuiltInTool, query: string, signal: AbortSignal): Promise<FoundPassage[]>
}

export interface BuiltInToolParts {
  /** Undefined when no address was configured. */
  readonly webSearch: WebSearch | undefined
  readonly stores: Pick<VectorStoreRecords, 'find'>
  readonly searchStore: SearchStore
}

/** Of what is looked for; a model may write anything. */
const maxQuery = 500

export function createBuiltInTools({ webSearch, stores, searchStore }: BuiltInToolParts): BuiltInTools {
  return {
    async assertUsable(projectId, tools) {
      for (const [index, { builtIn }] of tools.entries()) {
        if (builtIn?.type === 'web_search' && !webSearch) {
          const at = `tools[${index}].type`
          throw invalid(
            at,
            `"${at}" is "web_search", which this server has not been set up for: give it "web_search: <address of a SearXNG>" in medley.yaml, or leave the tool out.`,
          )
        }
        if (builtIn?.type === 'retrieval' && !(await stores.find(projectId, builtIn.vectorStoreId))) {
          const at = `tools[${index}].function.options.vector_store_id`
          throw invalid(at, `"${at}": there is no vector store "${builtIn.vectorStoreId}".`)
        }
      }
    },
    async use(projectId, tool, query, signal) {
      const asked = query.slice(0, maxQuery)
      if (tool.type === 'retrieval') return searchStore({ projectId, storeId: tool.vectorStoreId }, asked, signal)
      return (await webSearch?.search(asked, signal)) ?? []
    },
  }
}
