import type { JsonSchema } from '../../../src/core/generation.ts'

const short = { type: 'string', maxLength: 12 }
const closed = (properties: Record<string, unknown>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const address = closed({ street: short, city: short, zip: { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' } })

/** In the manner of the schemas that one meets in the wild: forms, records, events, trees, results of zod and pydantic. */
export const publicSchemas: readonly JsonSchema[] = [
  closed({
    name: short,
    email: { type: 'string', format: 'email' },
    age: { type: 'integer', minimum: 0, maximum: 150 },
  }),
  closed({ billing: { $ref: '#/$defs/address' }, shipping: { $ref: '#/$defs/address' } }, { $defs: { address } }),
  closed({
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
  }),
  closed({
    final_answer: short,
    steps: { type: 'array', maxItems: 2, items: closed({ explanation: short, output: short }) },
  }),
  closed({
    productId: { type: 'integer' },
    price: { type: 'number', exclusiveMinimum: 0 },
    tags: { type: 'array', items: short, minItems: 1, maxItems: 3 },
  }),
  closed({
    event: short,
    date: { type: 'string', format: 'date' },
    participants: { type: 'array', items: short, maxItems: 2 },
  }),
  {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: {
          value: { type: 'integer', minimum: 0, maximum: 9 },
          next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
        },
        required: ['value', 'next'],
        additionalProperties: false,
      },
    },
  },
  closed({ children: { type: 'array', maxItems: 2, items: { $ref: '#' } }, name: short }),
  closed({
    shape: {
      oneOf: [
        closed({ type: { const: 'circle' }, radius: { type: 'number', minimum: 0, maximum: 100 } }),
        closed({
          type: { const: 'rectangle' },
          width: { type: 'integer', minimum: 1, maximum: 9 },
          height: { type: 'integer', minimum: 1, maximum: 9 },
        }),
      ],
    },
  }),
  closed({ result: { anyOf: [{ type: 'string', maxLength: 8 }, { type: 'integer' }, { type: 'boolean' }] } }),
  closed(
    { optional: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Optional' } },
    { title: 'Model' },
  ),
  closed({ id: { type: 'string', format: 'uuid' }, created: { type: 'string', format: 'date-time' } }),
  closed({ colour: { type: 'string', pattern: '^#([0-9a-f]{3}|[0-9a-f]{6})$' } }),
  closed({ semver: { type: 'string', pattern: '^(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})$' } }),
  closed({ slug: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 20 } }),
  closed({
    email: {
      type: 'string',
      format: 'email',
      pattern:
        "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
    },
  }),
  closed({ rating: { enum: [1, 2, 3, 4, 5] }, sentiment: { enum: ['positive', 'neutral', 'negative'] } }),
  closed({
    matrix: {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'integer', minimum: -9, maximum: 9 } },
    },
  }),
  closed({
    point: {
      type: 'array',
      items: [
        { type: 'number', minimum: 0, maximum: 1 },
        { type: 'number', minimum: 0, maximum: 1 },
      ],
      additionalItems: false,
      minItems: 2,
      maxItems: 2,
    },
  }),
  closed({
    scores: {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, maximum: 10 },
      minProperties: 1,
      maxProperties: 2,
    },
  }),
  closed({ labels: { type: 'object', additionalProperties: short, minProperties: 2, maxProperties: 3 } }),
  {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } },
    minProperties: 2,
    maxProperties: 2,
    additionalProperties: false,
  },
  { type: 'object', properties: { a: { type: 'integer' } }, required: ['a', 'unlisted'] },
  {
    allOf: [
      closed({ a: short }, { additionalProperties: true }),
      { properties: { b: { type: 'boolean' } }, required: ['b'] },
    ],
  },
  {
    allOf: [{ $ref: '#/$defs/base' }],
    properties: { more: { type: 'integer', minimum: 1, maximum: 3 } },
    required: ['more'],
    $defs: { base: { type: 'object', properties: { id: short }, required: ['id'] } },
  },
  {
    type: 'object',
    properties: { email: short, phone: short },
    anyOf: [{ required: ['email'] }, { required: ['phone'] }],
  },
  { type: 'array', items: { type: 'integer', minimum: 1, maximum: 6 }, minItems: 3, maxItems: 3 },
  { type: 'array', items: false, maxItems: 0 },
  { type: 'string', maxLength: 10 },
  { type: 'integer', minimum: 1_000_000, maximum: 1_000_050 },
  { type: 'integer', minimum: -1005, maximum: -998 },
  { type: 'number', minimum: 0.25, maximum: 0.26 },
  { type: 'number', exclusiveMinimum: -1, exclusiveMaximum: 0 },
  { type: 'boolean' },
  { enum: ['<think>', '</think>', '<tool_call>'] },
  { const: { text: '<tool_call>\n{}</tool_call>', list: [1, 2] } },
  closed({ 'key "with" quotes': { type: 'boolean' }, 'schlüssel\n': { type: 'null' } }),
  closed({ price: { type: 'number', multipleOf: 0.25, minimum: 0, maximum: 5 } }),
  closed({ even: { type: 'integer', multipleOf: 2, minimum: 10, maximum: 20 } }),
  closed({
    days: {
      type: 'array',
      uniqueItems: true,
      items: { enum: ['mon', 'tue', 'wed', 'thu', 'fri'] },
      minItems: 2,
      maxItems: 4,
    },
  }),
  closed({ unique: { type: 'array', uniqueItems: true, items: { type: 'integer', minimum: 0, maximum: 99 } } }),
  closed({ nothing: { type: 'object', properties: {}, additionalProperties: false } }),
]
