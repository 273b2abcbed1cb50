import { builtInArguments, builtInNames } from '../../core/built-in-tools.ts'
import type { Tool } from '../../core/generation.ts'
import type { Tool as WireTool } from './schema.ts'

type BuiltIn = Exclude<WireTool, { type: 'function' }>

const whatFor = {
  web_search: 'Searches the web and returns pages about the keyword.',
  retrieval: 'Looks the query up in the documents of the knowledge base and returns passages.',
}

/** What the model is offered in its place: a function with one argument. */
export function readBuiltInTool(tool: BuiltIn): Tool {
  const argument = builtInArguments[tool.type]
  return {
    name: builtInNames[tool.type],
    description: tool.function?.description || whatFor[tool.type],
    parameters: {
      type: 'object',
      properties: { [argument]: { type: 'string', description: 'What to look for' } },
      required: [argument],
      additionalProperties: false,
    },
    builtIn: builtInOf(tool),
  }
}

function builtInOf(tool: BuiltIn): NonNullable<Tool['builtIn']> {
  if (tool.type === 'web_search') return { type: 'web_search' }
  const { vector_store_id: vectorStoreId, prompt_template: promptTemplate } = tool.function.options
  return { type: 'retrieval', vectorStoreId, ...(promptTemplate && { promptTemplate }) }
}

/** Two knowledge bases are two functions: the second is named apart. */
export function withOwnNames(tools: readonly Tool[]): Tool[] {
  const seen = new Map<string, number>()
  return tools.map(tool => {
    if (!tool.builtIn) return tool
    const count = (seen.get(tool.name) ?? 0) + 1
    seen.set(tool.name, count)
    return count === 1 ? tool : { ...tool, name: `${tool.name}_${count}` }
  })
}
