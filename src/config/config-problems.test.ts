import { describe, expect, it } from 'vitest'
import { loadYaml, refusal } from './config.fixture.ts'

const openaiKeys =
  'engine, url, model, key, timeout_seconds, idle_seconds, health, capability, vision, audio, video, voices, format, instructions, description, owned_by, context_tokens'
const address = 'an http:// or https:// address without user, query or fragment'
const topKeys = 'models, database, blobs, limits, public_url, fetch, log, traces, server, web_search'
const engines = 'openai, pipeline, llama, recogniser, scripted, synthesis'

/** An `openai` entry on lines 1 to 4, with one more line. */
const openai = (line: string) => `models:\n  m:\n    engine: openai\n    url: http://a\n    ${line}\n`

describe('a file with one mistake', () => {
  it.each<[name: string, yaml: string, line: string]>([
    [
      'an unknown key',
      'modles:\n  a: 1',
      `medley.yaml:1:1: modles: unknown key; did you mean "models"? accepted: ${topKeys}`,
    ],
    [
      'a key of the environment',
      '\nport: 80',
      `medley.yaml:2:1: port: unknown key; the environment variable PORT sets this; accepted: ${topKeys}`,
    ],
    [
      'an unknown key of an engine',
      openai('modle: x'),
      `medley.yaml:5:5: models.m.modle: unknown key; did you mean "model"? accepted: ${openaiKeys}`,
    ],
    [
      'a key in another writing',
      openai('timeoutSeconds: 3'),
      `medley.yaml:5:5: models.m.timeoutSeconds: unknown key; did you mean "timeout_seconds"? accepted: ${openaiKeys}`,
    ],
    [
      'a key like no other',
      openai('temperature: 1'),
      `medley.yaml:5:5: models.m.temperature: unknown key; accepted: ${openaiKeys}`,
    ],
    [
      'a mistyped engine key',
      'models:\n  svc-3.7-flash:\n    engin: openai\n    url: http://a',
      `medley.yaml:3:5: models.svc-3.7-flash.engin: unknown key; did you mean "engine"? accepted: ${openaiKeys}`,
    ],
    [
      'an unknown engine',
      'models:\n  m: { engine: opneai, url: http://a }',
      `medley.yaml:2:16: models.m.engine: "opneai" is not accepted; did you mean "openai"? accepted: ${engines}`,
    ],
    [
      'no engine',
      'models:\n  m:\n    url: http://a',
      `medley.yaml:2:3: models.m.engine: missing; accepted: ${engines}`,
    ],
    ['an empty entry', 'models:\n  m:\n', `medley.yaml:2:3: models.m.engine: missing; accepted: ${engines}`],
    [
      'an entry that is no map',
      'models:\n  m: llama',
      'medley.yaml:2:6: models.m: "llama" is not accepted; accepted: a map with "engine" and the keys of that engine',
    ],
    [
      'models as a list',
      'models:\n  - engine: llama',
      'medley.yaml:2:3: models: a list is not accepted; accepted: a map of at most 1000 model ids, each with its engine',
    ],
    [
      'a bad model id',
      'models:\n  "a b": { engine: llama }',
      'medley.yaml:2:3: models."a b": this name is not accepted; accepted: a model id of 1 to 128 letters, digits and . _ : / -',
    ],
    [
      'no url',
      'models:\n  m: { engine: openai }',
      `medley.yaml:2:3: models.m.url: missing; accepted: ${address}, or a list of them`,
    ],
    [
      'a url of another kind',
      'models:\n  m: { engine: openai, url: "ftp://a" }',
      `medley.yaml:2:29: models.m.url: "ftp://a" is not accepted; accepted: ${address}`,
    ],
    [
      'a url that is a number',
      'models:\n  m: { engine: openai, url: 8000 }',
      `medley.yaml:2:29: models.m.url: 8000 is not accepted; accepted: ${address}, or a list of them`,
    ],
    [
      'one bad url of a list',
      'models:\n  m:\n    engine: openai\n    url:\n      - http://a\n      - a:8000',
      `medley.yaml:6:9: models.m.url[1]: "a:8000" is not accepted; accepted: ${address}`,
    ],
    [
      'no urls',
      'models:\n  m: { engine: openai, url: [] }',
      'medley.yaml:2:29: models.m.url: a list of 0 is not accepted; accepted: a list of 1 to 64 addresses',
    ],
    [
      'a url given twice',
      'models:\n  m: { engine: openai, url: [http://a, http://a] }',
      'medley.yaml:2:29: models.m.url: entries 1 and 2 are the same; accepted: a list of 1 to 64 addresses',
    ],
    [
      'a number in quotes',
      openai('timeout_seconds: "30"'),
      'medley.yaml:5:22: models.m.timeout_seconds: "30" is not accepted; accepted: a number from 1 to 86400',
    ],
    [
      'a number out of range',
      openai('idle_seconds: 0'),
      'medley.yaml:5:19: models.m.idle_seconds: 0 is not accepted; accepted: a number from 1 to 86400',
    ],
    [
      'a word for a boolean',
      openai('vision: yes'),
      'medley.yaml:5:13: models.m.vision: "yes" is not accepted; accepted: true or false',
    ],
    [
      'a number for a text',
      openai('model: 7'),
      'medley.yaml:5:12: models.m.model: a number without quotes is not accepted; accepted: text of 1 to 512 characters',
    ],
    [
      'a bad health path',
      openai('health: true'),
      'medley.yaml:5:13: models.m.health: true is not accepted; accepted: a path such as /health, or false',
    ],
    [
      'a bad voice name',
      openai('voices: { "a b": c }'),
      'medley.yaml:5:15: models.m.voices."a b": this name is not accepted; accepted: voice ids of 1 to 128 characters without spaces, each with the name that the server knows it by',
    ],
    [
      'an empty value',
      openai('model:'),
      'medley.yaml:5:5: models.m.model: nothing is given; accepted: text of 1 to 512 characters',
    ],
    [
      'file beside name',
      'models:\n  m: { engine: llama, file: a.gguf, name: b }',
      'medley.yaml:2:37: models.m.name: given beside "file"; accepted: one of the two',
    ],
    [
      'slots beside mmproj',
      'models:\n  m: { engine: llama, file: a.gguf, mmproj: b.gguf, slots: 2 }',
      'medley.yaml:2:53: models.m.slots: given beside "mmproj"; accepted: one of the two',
    ],
    [
      'no script',
      'models:\n  m: { engine: scripted }',
      'medley.yaml:2:3: models.m.script: missing; accepted: the path of a file',
    ],
    [
      'an engine that cannot serve the id',
      'models:\n  svc-asr: { engine: llama }',
      'medley.yaml:2:22: models.svc-asr.engine: "llama" cannot serve svc-asr, a recognition model; accepted: openai, recogniser, scripted',
    ],
    [
      'a capability that the id denies',
      'models:\n  svc-asr: { engine: openai, url: http://a, capability: image }',
      'medley.yaml:2:57: models.svc-asr.capability: "image" is not what svc-asr is; accepted: recognition, or leave it out',
    ],
    [
      'a pipeline over no model',
      'models:\n  m: { engine: pipeline, text: svc-3.7-flsh }',
      'medley.yaml:2:32: models.m.text: there is no model "svc-3.7-flsh"; did you mean "svc-3.7-flash"? accepted: a text model: svc-3.7-flash, svc-3.5-flash, svc-3.5-flash-2603, svc-5-preview',
    ],
    [
      'a pipeline over a model of another kind',
      'models:\n  m: { engine: pipeline, speech: svc-asr }',
      'medley.yaml:2:34: models.m.speech: "svc-asr" is a recognition model; accepted: a speech model: svc-tts-2, svcaudio-2.5-tts, svc-tts-vivid',
    ],
    [
      'a bad blobs address',
      'blobs: bucket/prefix',
      'medley.yaml:1:8: blobs: "bucket/prefix" is not accepted; accepted: s3://bucket/prefix, or a path that starts with /, ./ or ../',
    ],
    [
      'a bad bucket',
      'blobs:\n  url: s3://B',
      'medley.yaml:2:8: blobs.url: "s3://B" is not accepted; accepted: s3://bucket or s3://bucket/prefix',
    ],
    [
      'blobs of another kind',
      'blobs: 3',
      'medley.yaml:1:8: blobs: 3 is not accepted; accepted: s3://bucket/prefix, or a path that starts with /, ./ or ../, or a map with the keys url, endpoint, region, path_style',
    ],
    [
      'a bad network',
      'fetch:\n  allow: [10.0.0.0/8, 10.0.0.0/33]',
      'medley.yaml:2:23: fetch.allow[1]: "10.0.0.0/33" is not accepted; accepted: a host, a host:port or a network, such as files.lan, files.lan:8080, 10.0.0.5 or 10.0.0.0/8',
    ],
    [
      'a bad log level',
      'log:\n  level: warning',
      'medley.yaml:2:10: log.level: "warning" is not accepted; accepted: debug, info, warn, error, silent',
    ],
    [
      'a bad time',
      'server: { stop_seconds: 99999 }',
      'medley.yaml:1:25: server.stop_seconds: 99999 is not accepted; accepted: a number from 0 to 3600',
    ],
    [
      'a section that is no map',
      'server: 20',
      'medley.yaml:1:9: server: 20 is not accepted; accepted: a map with the keys header_seconds, upload_idle_seconds, stop_seconds',
    ],
    [
      'a bad public address',
      'public_url: example.org',
      `medley.yaml:1:13: public_url: "example.org" is not accepted; accepted: ${address}`,
    ],
    [
      'a bad trace address',
      'traces: grpc://collector:4317',
      `medley.yaml:1:9: traces: "grpc://collector:4317" is not accepted; accepted: ${address}`,
    ],
    [
      'a list at the top',
      '# a comment\n- models',
      'medley.yaml:2:1: the file is not a map; accepted: keys with values, such as "models:"',
    ],
    [
      'a text at the top',
      'models',
      'medley.yaml:1:1: the file is not a map; accepted: keys with values, such as "models:"',
    ],
  ])('%s is refused by its line', (_, yaml, line) => {
    expect(refusal(yaml)).toEqual([line])
  })
})

it('reports all problems at once, in the order of the file', () => {
  const yaml = `models:
  svc-3.7-flash:
    engin: openai
    key: \${VLLM_KEY}
  svc-asr: { engine: opnai }
databse: sqlite:x.db
log: { level: loud }
blobs: s3://bucket
`
  const environment = { PORT: 'http', LOG_LEVEL: 'x', AWS_ACCESS_KEY_ID: 'id' }
  expect(refusal(yaml, environment).map(line => line.split(': ').slice(0, 2).join(' '))).toEqual([
    'environment PORT',
    'environment AWS_SECRET_ACCESS_KEY',
    'environment LOG_LEVEL',
    'medley.yaml:2:3 models.svc-3.7-flash.url',
    'medley.yaml:3:5 models.svc-3.7-flash.engin',
    'medley.yaml:4:10 models.svc-3.7-flash.key',
    'medley.yaml:5:22 models.svc-asr.engine',
    'medley.yaml:6:1 databse',
    'medley.yaml:7:15 log.level',
  ])
})

describe('secrets', () => {
  const secret = 'hunter2secret'
  it.each([
    `database: mysql://me:${secret}@host/x`,
    `database: postgres://me:${secret}@ho st/x`,
    `limits: http://:${secret}@host`,
    openai(`key: "${secret} with spaces"`),
    `models:\n  m: { engine: openai, url: "http://me:${secret}@host" }`,
    `models:\n  m: { engine: openai, url: "http://host?key=${secret}" }`,
    openai(`key: ${secret}\n   bad: indentation`),
    openai(`key: "${secret}`),
    openai(`key: "${secret}" ${secret}`),
    openai(`key: [${secret}]`),
    openai(`key: "\${NONE:-${secret} x}"`),
    openai(`key: \${SECRET}\n    health: "\${SECRET}"\n    timeout_seconds: \${SECRET}`),
    `database: \${SECRET}\nblobs: \${SECRET}\nlog: \${SECRET}`,
  ])('stay out of messages: %j', yaml => {
    const lines = refusal(yaml, { SECRET: `${secret}\n` })
    expect(lines.join('\n')).not.toContain(secret)
    expect(lines.join('\n')).toMatch(/^medley\.yaml:\d/)
  })
})

it('takes an id that every object has for what it is: not configured', () => {
  const { models } = loadYaml('models: { __proto__: { engine: llama } }')
  expect(Object.keys(models)).toEqual(['__proto__'])
  expect(models.constructor).toBeUndefined()
  expect(Object.values(models)[0]?.engine).toBe('llama')
})
