import { describe, expect, it } from 'vitest'
import { createCheck } from '../../http/validation.ts'
import { readChatRequest } from './read.ts'
import { ChatRequest } from './schema.ts'

const check = createCheck(ChatRequest, 'body')
const base = { model: 'svc-3.7-flash', messages: [{ role: 'user', content: 'Hi' }] }
const readAny = (body: unknown) => {
  const result = check(body)
  if ('error' in result) throw result.error
  readChatRequest(result.value as ChatRequest)
}
const message = (one: unknown) => ({ messages: [one] })
const part = (one: unknown) => message({ role: 'user', content: [one] })
const call = (one: unknown) => message({ role: 'assistant', tool_calls: [one] })
const tool = (inside: object) => ({ tools: [{ type: 'function', function: { name: 'a', ...inside } }] })
const named = (inside: object) => ({ response_format: { type: 'json_schema', json_schema: inside } })
const words = Array.from({ length: 129 }, () => 'a')
const roles = '"system", "developer", "user", "assistant", "tool"'
const address = 'must be an http(s) URL or a data URI such as data:image/png;base64,…'

/** What is sent, the field that is named, and what is said of it. */
const refused: [sent: object, param: string, problem: string][] = [
  [{ model: undefined }, 'model', 'is required'],
  [{ model: '' }, 'model', 'must not be empty (got "")'],
  [{ model: 5 }, 'model', 'must be a string (got 5)'],
  [{ messages: undefined }, 'messages', 'is required'],
  [{ messages: [] }, 'messages', 'must have at least 1 item (got an empty array)'],
  [{ messages: 'Hi' }, 'messages', 'must be an array (got "Hi")'],
  [message('Hi'), 'messages[0]', 'must be an object (got "Hi")'],
  [message({ content: 'Hi' }), 'messages[0].role', 'is required'],
  [message({ role: 5 }), 'messages[0].role', 'must be a string (got 5)'],
  [message({ role: 'function', content: '' }), 'messages[0].role', `must be one of ${roles} (got "function")`],
  [message({ role: 'system' }), 'messages[0].content', 'is required'],
  [message({ role: 'system', content: null }), 'messages[0].content', 'must be a string or an array (got null)'],
  [
    message({ role: 'system', content: [{ type: 'image_url' }] }),
    'messages[0].content[0].type',
    'must be one of "text" (got "image_url")',
  ],
  [message({ role: 'user', content: null }), 'messages[0].content', 'must be a string or an array (got null)'],
  [message({ role: 'user', content: [] }), 'messages[0].content', 'must have at least 1 item (got an empty array)'],
  [part('Hi'), 'messages[0].content[0]', 'must be an object (got "Hi")'],
  [part({}), 'messages[0].content[0].type', 'is required'],
  [
    part({ type: 'file' }),
    'messages[0].content[0].type',
    'must be one of "text", "image_url", "video_url", "input_audio" (got "file")',
  ],
  [part({ type: 'text', text: 5 }), 'messages[0].content[0].text', 'must be a string (got 5)'],
  [
    part({ type: 'image_url', image_url: 'https://a.b/c' }),
    'messages[0].content[0].image_url',
    'must be an object (got "https://a.b/c")',
  ],
  [part({ type: 'image_url', image_url: {} }), 'messages[0].content[0].image_url.url', 'is required'],
  [
    part({ type: 'image_url', image_url: { url: 'ftp://a.b/c' } }),
    'messages[0].content[0].image_url.url',
    `${address} (got "ftp://a.b/c")`,
  ],
  [
    part({ type: 'image_url', image_url: { url: 'https://a.b/c', detail: 'fine' } }),
    'messages[0].content[0].image_url.detail',
    'must be one of "low", "high", "auto" (got "fine")',
  ],
  [
    part({ type: 'video_url', video_url: { url: 'a.mp4' } }),
    'messages[0].content[0].video_url.url',
    `${address} (got "a.mp4")`,
  ],
  [
    part({ type: 'input_audio', input_audio: { data: 'https://a.b/c.wav' } }),
    'messages[0].content[0].input_audio.data',
    'must be a data URI such as data:audio/wav;base64,… (got "https://a.b/c.wav")',
  ],
  [
    part({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'ogg' } }),
    'messages[0].content[0].input_audio.format',
    'must be one of "mp3", "wav" (got "ogg")',
  ],
  [message({ role: 'assistant', content: 5 }), 'messages[0].content', 'must be a string, an array or null (got 5)'],
  [call({}), 'messages[0].tool_calls[0].id', 'is required'],
  [
    call({ id: '', function: { name: 'a', arguments: '' } }),
    'messages[0].tool_calls[0].id',
    'must not be empty (got "")',
  ],
  [call({ id: 'a' }), 'messages[0].tool_calls[0].function', 'is required'],
  [
    call({ id: 'a', function: { name: 'a', arguments: {} } }),
    'messages[0].tool_calls[0].function.arguments',
    'must be a string (got an object)',
  ],
  [message({ role: 'tool', content: 'a' }), 'messages[0].tool_call_id', 'is required'],
  [
    message({ role: 'tool', content: 'a', tool_call_id: 'call_9' }),
    'messages[0].tool_call_id',
    'must be the id of a call that the assistant made before (got "call_9")',
  ],
  [
    {
      messages: [
        { role: 'tool', content: 'a', tool_call_id: 'x' },
        { role: 'assistant', tool_calls: [{ id: 'x', function: { name: 'a', arguments: '{}' } }] },
      ],
    },
    'messages[0].tool_call_id',
    'must be the id of a call that the assistant made before (got "x")',
  ],
  [{ tools: [] }, 'tools', 'must have at least 1 item (got an empty array)'],
  [
    { tools: words.map(name => ({ type: 'function', function: { name } })) },
    'tools',
    'must have at most 128 items (got an array of 129)',
  ],
  [{ tools: [{}] }, 'tools[0].type', 'is required'],
  [
    { tools: [{ type: 'custom', custom: { name: 'a' } }] },
    'tools[0].type',
    'must be one of "function", "web_search", "retrieval" (got "custom")',
  ],
  [{ tools: [{ type: 'retrieval' }] }, 'tools[0].function', 'is required'],
  [{ tools: [{ type: 'retrieval', function: {} }] }, 'tools[0].function.options', 'is required'],
  [
    { tools: [{ type: 'retrieval', function: { options: {} } }] },
    'tools[0].function.options.vector_store_id',
    'is required',
  ],
  [{ tools: [{ type: 'function' }] }, 'tools[0].function', 'is required'],
  [tool({ name: undefined }), 'tools[0].function.name', 'is required'],
  [tool({ name: '' }), 'tools[0].function.name', 'must be 1 to 128 letters, digits, "_" or "-" (got "")'],
  [tool({ name: 'a b' }), 'tools[0].function.name', 'must be 1 to 128 letters, digits, "_" or "-" (got "a b")'],
  [tool({ name: 'wëb' }), 'tools[0].function.name', 'must be 1 to 128 letters, digits, "_" or "-" (got "wëb")'],
  [tool({ parameters: [] }), 'tools[0].function.parameters', 'must be an object or null (got an empty array)'],
  [tool({ parameters: { type: 'array' } }), 'tools[0].function.parameters.type', 'must be "object" (got "array")'],
  [
    tool({ parameters: { type: 'object', properties: ['a'] } }),
    'tools[0].function.parameters.properties',
    'must be an object (got ["a"])',
  ],
  [{ tool_choice: 'any' }, 'tool_choice', 'must be one of "auto", "none", "required" (got "any")'],
  [{ tool_choice: 'required' }, 'tool_choice', 'asks for a tool, but "tools" is empty'],
  [{ tool_choice: { type: 'function', function: {} } }, 'tool_choice.function.name', 'is required'],
  [{ parallel_tool_calls: 1 }, 'parallel_tool_calls', 'must be true or false or null (got 1)'],
  [{ max_tokens: 0 }, 'max_tokens', 'must be at least 1 (got 0)'],
  [{ max_tokens: 1.5 }, 'max_tokens', 'must be a whole number or null (got 1.5)'],
  [{ max_tokens: '5' }, 'max_tokens', 'must be a whole number or null (got "5")'],
  [{ max_tokens: 1e300 }, 'max_tokens', 'must be at most 9007199254740991 (got 1e+300)'],
  [{ max_completion_tokens: -1 }, 'max_completion_tokens', 'must be at least 1 (got -1)'],
  [{ temperature: -0.1 }, 'temperature', 'must be at least 0 (got -0.1)'],
  [{ temperature: 2.1 }, 'temperature', 'must be at most 2 (got 2.1)'],
  [{ temperature: '1' }, 'temperature', 'must be a number or null (got "1")'],
  [{ top_p: -0.1 }, 'top_p', 'must be at least 0 (got -0.1)'],
  [{ top_p: 1.1 }, 'top_p', 'must be at most 1 (got 1.1)'],
  [{ n: 0 }, 'n', 'must be at least 1 (got 0)'],
  [{ n: 129 }, 'n', 'must be at most 128 (got 129)'],
  [{ n: 1.5 }, 'n', 'must be a whole number or null (got 1.5)'],
  [{ stream: 'true' }, 'stream', 'must be true or false or null (got "true")'],
  [{ stream_options: true }, 'stream_options', 'must be an object or null (got true)'],
  [{ stream_options: { include_usage: 1 } }, 'stream_options.include_usage', 'must be true or false or null (got 1)'],
  [{ stop: 5 }, 'stop', 'must be a string, an array or null (got 5)'],
  [{ stop: ['a', 5] }, 'stop[1]', 'must be a string (got 5)'],
  [{ stop: words.slice(0, 17) }, 'stop', 'must have at most 16 items (got an array of 17)'],
  [{ frequency_penalty: -0.1 }, 'frequency_penalty', 'must be at least 0 (got -0.1)'],
  [{ frequency_penalty: 1.1 }, 'frequency_penalty', 'must be at most 1 (got 1.1)'],
  [{ presence_penalty: -2.1 }, 'presence_penalty', 'must be at least -2 (got -2.1)'],
  [{ presence_penalty: 2.1 }, 'presence_penalty', 'must be at most 2 (got 2.1)'],
  [{ seed: 1.5 }, 'seed', 'must be a whole number or null (got 1.5)'],
  [{ seed: 1e300 }, 'seed', 'must be at most 9007199254740991 (got 1e+300)'],
  [{ response_format: 'json' }, 'response_format', 'must be an object or null (got "json")'],
  [{ response_format: {} }, 'response_format.type', 'is required'],
  [
    { response_format: { type: 'xml' } },
    'response_format.type',
    'must be one of "text", "json_object", "json_schema" (got "xml")',
  ],
  [{ response_format: { type: 'json_schema' } }, 'response_format.json_schema', 'is required'],
  [named({ name: 'a' }), 'response_format.json_schema.schema', 'is required'],
  [named({ schema: [] }), 'response_format.json_schema.schema', 'must be an object (got an empty array)'],
  [{ reasoning_format: 'plain' }, 'reasoning_format', 'must be one of "general", "deepseek-style" (got "plain")'],
  [{ reasoning_effort: 'none' }, 'reasoning_effort', 'must be one of "low", "medium", "high" (got "none")'],
  [
    { model: 'svc-3.5-flash-2603', reasoning_effort: 'medium' },
    'reasoning_effort',
    'must be "low" or "high" with svc-3.5-flash-2603 (got "medium")',
  ],
  [{ user: 5 }, 'user', 'must be a string or null (got 5)'],
  [{ extra_body: [] }, 'extra_body', 'must be an object or null (got an empty array)'],
]

describe('a chat request is refused', () => {
  it.each(refused)('for %j', (sent, param, problem) => {
    expect(() => readAny({ ...base, ...sent })).toThrow(
      expect.objectContaining({ code: 'request_params_invalid', param, message: `"${param}" ${problem}.` }),
    )
  })

  it('for a tool that is not there', () => {
    const tool_choice = { type: 'function', function: { name: 'b' } }
    expect(() => readAny({ ...base, ...tool({}), tool_choice })).toThrow(
      expect.objectContaining({
        param: 'tool_choice.function.name',
        message: '"tool_choice" names "b", which is not among "tools".',
      }),
    )
  })

  it.each([null, 5, 'Hi', []])('when it is %j', body => {
    expect(() => readAny(body)).toThrow(/^The body must be an object \(got /)
  })
})
