import { expect, it } from 'vitest'
import { shownTools } from './shown-tools.ts'

it('leaves out what only a validator needs, but no name that somebody chose', () => {
  const parameters = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      title: { type: 'string', title: 'Title' },
      map: { type: 'object', additionalProperties: { type: 'integer' } },
      list: { type: 'array', items: { type: 'object', properties: { strict: {} }, additionalProperties: false } },
    },
    required: ['title'],
    additionalProperties: false,
  }
  const [tool] = shownTools([{ type: 'function', function: { name: 'a', description: 'b', parameters } }])
  expect(tool?.function.parameters).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string' },
      map: { type: 'object', additionalProperties: { type: 'integer' } },
      list: { type: 'array', items: { type: 'object', properties: { strict: {} } } },
    },
    required: ['title'],
  })
})
