import type { AnswerFormat } from '../../core/generation.ts'
import { shownSchema } from './shown-schema.ts'

/** Longer ones would leave a small model little room for the conversation. */
const longestShown = 1500

/**
 * What a model is told of the JSON that it must write. The grammar holds it to that anyway, but only a model that knows what
 * is asked for puts the right things there. Undefined: nothing has to be said.
 */
export function formatInWords(format: AnswerFormat): string | undefined {
  switch (format.type) {
    case 'text':
      return undefined
    case 'json-object':
      return 'You reply in JSON.'
    case 'json-schema': {
      const schema = JSON.stringify(shownSchema(format.schema))
      if (schema.length <= longestShown) return `Answer with JSON that matches this JSON schema:\n${schema}`
      const names = Object.keys(format.schema.properties ?? {}).map(name => JSON.stringify(name))
      const keys = names.join(', ')
      return names.length > 0 && keys.length <= longestShown
        ? `Respond only with a JSON object with the keys ${keys}.`
        : 'You reply in JSON.'
    }
  }
}
