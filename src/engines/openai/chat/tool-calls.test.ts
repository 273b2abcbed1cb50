import { describe, expect, it } from 'vitest'
import { readDeltas } from './read-chunks.fixture.ts'

const call = (fields: Record<string, unknown>, name?: string, args?: unknown) => ({
  ...fields,
  function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
})
const read = (...lists: readonly (readonly unknown[])[]) => readDeltas(lists.map(list => ({ tool_calls: list })))

describe('fragments of tool calls', () => {
  it('come with an id and a name first, then arguments in pieces', () => {
    const { parts, conclusion, events } = read(
      [call({ index: 0, id: 'a', type: 'function' }, 'f', '')],
      [call({ index: 0 }, undefined, '{"x":')],
      [call({ index: 0 }, undefined, '1}')],
    )
    expect(parts).toEqual(['f({"x":1})#a'])
    expect(conclusion?.reason).toBe('tool-calls')
    expect(events.map(({ type }) => type)).toEqual(['part-start', 'part-delta', 'part-delta', 'part-end'])
  })

  it.each([
    ['the id again on each', [[call({ index: 0, id: 'a' }, 'f', '{')], [call({ index: 0, id: 'a' }, undefined, '}')]]],
    ['the id and the name again', [[call({ index: 0, id: 'a' }, 'f', '{')], [call({ index: 0, id: 'a' }, 'f', '}')]]],
    ['an empty id and name', [[call({ index: 0, id: 'a' }, 'f', '{')], [call({ index: 0, id: '' }, '', '}')]]],
    ['nulls', [[call({ index: 0, id: 'a' }, 'f', null as never)], [call({ index: 0, id: null }, undefined, '{}')]]],
    ['another id each time', [[call({ index: 0, id: 'a' }, 'f', '{')], [call({ index: 0, id: 'b' }, undefined, '}')]]],
    ['no index', [[call({ id: 'a' }, 'f', '{')], [call({}, undefined, '}')]]],
    ['no index, the id again', [[call({ id: 'a' }, 'f', '{')], [call({ id: 'a' }, undefined, '}')]]],
    ['the name in pieces', [[call({ index: 0, id: 'a' }, 'f', '')], [call({ index: 0 }, '', '{}')]]],
    ['the arguments before the name', [[call({ index: 0, id: 'a' }, '', '{}')], [call({ index: 0 }, 'f')]]],
    ['the id after the name', [[call({ index: 0 }, 'f')], [call({ index: 0, id: 'a' }, undefined, '{}')]]],
    ['arguments as an object', [[call({ index: 0, id: 'a' }, 'f', {})]]],
    ['no arguments', [[call({ index: 0, id: 'a' }, 'f')]]],
    ['empty arguments', [[call({ index: 0, id: 'a' }, 'f', '')]]],
    ['the name with an empty last fragment', [[call({ index: 0, id: 'a' }, 'f', '{}')], [call({ index: 0 }, 'f', '')]]],
    ['the fields at the top', [[{ index: 0, id: 'a', name: 'f', arguments: '{}' }]]],
  ])('may have %s', (_, lists) => {
    expect(read(...lists).parts).toEqual(['f({})#a'])
  })

  it('may have a name in three pieces, or one that grows', () => {
    const inPieces = read(
      [call({ index: 0, id: 'a' }, 'get_')],
      [call({ index: 0 }, 'wea')],
      [call({ index: 0 }, 'ther')],
    )
    expect(inPieces.parts).toEqual(['get_weather({})#a'])
    const growing = read([call({ index: 0, id: 'a' }, 'get_')], [call({ index: 0, id: 'a' }, 'get_weather', '{}')])
    expect(growing.parts).toEqual(['get_weather({})#a'])
  })

  it('may be cut anywhere in the arguments', () => {
    const text = '{"s":"a \\"quoted\\" \\u4f60 \\\\ 好 👋"}'
    const pieces = [...text].map(character => [call({ index: 0 }, undefined, character)])
    expect(read([call({ index: 0, id: 'a' }, 'f')], ...pieces).parts).toEqual([`f(${text})#a`])
  })

  it.each([
    [
      'one after the other',
      [
        [call({ index: 0, id: 'a' }, 'f', '{"x":1}')],
        [call({ index: 1, id: 'b' }, 'g', '{"y":')],
        [call({ index: 1 }, undefined, '2}')],
      ],
    ],
    ['in one list', [[call({ index: 0, id: 'a' }, 'f', '{"x":1}'), call({ index: 1, id: 'b' }, 'g', '{"y":2}')]]],
    ['in one list without indexes', [[call({ id: 'a' }, 'f', '{"x":1}'), call({ id: 'b' }, 'g', '{"y":2}')]]],
    [
      'all with the same index',
      [[call({ index: 0, id: 'a' }, 'f', '{"x":1}')], [call({ index: 0, id: 'b' }, 'g', '{"y":2}')]],
    ],
    [
      'interleaved',
      [
        [call({ index: 0, id: 'a' }, 'f', '{"x"'), call({ index: 1, id: 'b' }, 'g', '{"y"')],
        [call({ index: 1 }, undefined, ':2')],
        [call({ index: 0 }, undefined, ':1}')],
        [call({ index: 1 }, undefined, '}')],
      ],
    ],
    [
      'interleaved by place alone',
      [
        [call({ id: 'a' }, 'f', '{"x"'), call({ id: 'b' }, 'g', '{"y"')],
        [call({}, undefined, ':1}'), call({}, undefined, ':2}')],
      ],
    ],
    [
      'interleaved by id alone',
      [
        [call({ id: 'a' }, 'f', '{"x"')],
        [call({ id: 'b' }, 'g', '{"y"')],
        [call({ id: 'a' }, undefined, ':1}')],
        [call({ id: 'b' }, undefined, ':2}')],
      ],
    ],
  ])('belong to several calls: %s', (_, lists) => {
    expect(read(...lists).parts).toEqual(['f({"x":1})#a', 'g({"y":2})#b'])
  })

  it('shows the first call as it grows while the second waits', () => {
    const { events } = read(
      [call({ index: 0, id: 'a' }, 'f', '{'), call({ index: 1, id: 'b' }, 'g', '{"y":')],
      [call({ index: 0 }, undefined, '"x":1')],
      [call({ index: 1 }, undefined, '2}')],
      [call({ index: 0 }, undefined, '}')],
    )
    expect(events.flatMap(event => (event.type === 'part-delta' ? [`${event.part} ${event.text}`] : []))).toEqual([
      '0 {',
      '0 "x":1',
      '0 }',
      '1 {"y":2}',
    ])
  })

  it('begins a second call of the same function without ids or indexes', () => {
    const { parts } = read([call({}, 'f', '{"x":1}')], [call({}, 'f', '{"x":2}')])
    expect(parts).toEqual(['f({"x":1})#made-1', 'f({"x":2})#made-2'])
  })

  it('gives two calls two ids even where the server gives them one', () => {
    const { parts } = read([call({ index: 0, id: 'a' }, 'f', '{}'), call({ index: 1, id: 'a' }, 'g', '{}')])
    expect(parts).toEqual(['f({})#a', 'g({})#made-1'])
  })

  it('reads the older function_call', () => {
    const { parts, conclusion } = readDeltas(
      [
        { function_call: { name: 'f', arguments: '' } },
        { function_call: { arguments: '{"x"' } },
        { function_call: { arguments: ':1}' } },
      ],
      'function_call',
    )
    expect(parts).toEqual(['f({"x":1})#made-1'])
    expect(conclusion?.reason).toBe('tool-calls')
  })

  it('allows text before, between and after', () => {
    const { parts, conclusion } = readDeltas([
      { content: 'one' },
      { tool_calls: [call({ index: 0, id: 'a' }, 'f', '{"x"')] },
      { content: 'two' },
      { tool_calls: [call({ index: 0 }, undefined, ':1}')] },
      { content: 'three' },
    ])
    expect(parts).toEqual(['text: one', 'f({"x":1})#a', 'text: twothree'])
    expect(conclusion?.reason).toBe('tool-calls')
  })

  it('refuses a call that never gets a name', () => {
    expect(() => read([call({ index: 0, id: 'a' }, undefined, '{}')])).toThrow('without a name')
  })
})
