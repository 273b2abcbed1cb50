import { describe, expect, it } from 'vitest'
import { loadYaml, refusal } from './config.fixture.ts'

describe('what is not YAML', () => {
  it.each<[yaml: string, line: string]>([
    ['log: "info', 'medley.yaml:1:11: not valid YAML: a closing quote, a comma, a colon or a space is missing'],
    ['log:\n\tlevel: info', 'medley.yaml:2:1: not valid YAML: tabs may not indent; use spaces'],
    [
      'fetch: { allow: [a, b }',
      'medley.yaml:1:23: not valid YAML: the indentation does not line up, or a [ or { is not closed',
    ],
    [
      'public_url: a: b',
      'medley.yaml:1:13: not valid YAML: a map starts in the middle of a line; a value that holds ": " needs quotes',
    ],
    [
      'log: {}\n---\nlog: {}',
      'medley.yaml:2:1: not valid YAML: only one document may stand in the file; remove the --- line and what follows',
    ],
    [
      'log: !secret x',
      'medley.yaml:1:6: not valid YAML: this ! tag is not known; a value that starts with ! needs quotes',
    ],
    ['log: @info', 'medley.yaml:1:6: not valid YAML: a value that starts with this character needs quotes'],
    [
      `models:\n  m: { key: \${KEY} }`,
      'medley.yaml:2:14: not valid YAML: this is not expected here; inside { } and [ ] put quotes around a variable',
    ],
    ['? [a]\n: b', 'medley.yaml:1:3: not valid YAML: a key must be text'],
  ])('%j is refused by its line', (yaml, line) => {
    expect(refusal(yaml, { KEY: 'x' })).toEqual([line])
  })

  it('does not hide what is wrong with the environment', () => {
    expect(refusal('log: "info', { PORT: 'x' }).map(line => line.split(':')[0])).toEqual(['environment', 'medley.yaml'])
  })
})

describe('a key given twice', () => {
  it('is refused with both lines', () => {
    const yaml = 'models:\n  svc-asr: { engine: llama }\nlog: {}\nmodels: {}\n'
    expect(refusal(yaml)).toContain('medley.yaml:4:1: models: given twice; first on line 1')
  })

  it('is found at any depth, in either form', () => {
    expect(refusal('log: { level: info, level: warn }')).toEqual([
      'medley.yaml:1:21: log.level: given twice; first on line 1',
    ])
    expect(refusal('models:\n  m:\n    engine: llama\n    slots: 1\n    "slots": 2')).toEqual([
      'medley.yaml:5:5: models.m.slots: given twice; first on line 4',
    ])
  })
})

describe('aliases', () => {
  it('stand for what they name', () => {
    const { models } = loadYaml(`
models:
  svc-3.7-flash: &flash { engine: openai, url: &url http://a }
  svc-3.5-flash: *flash
  svc-asr: { engine: openai, url: *url }`)
    expect(models['svc-3.5-flash']).toEqual(models['svc-3.7-flash'])
    expect(models['svc-asr']).toMatchObject({ urls: ['http://a'] })
  })

  it('need their anchor before them', () => {
    expect(refusal('public_url: *here')).toEqual([
      'medley.yaml:1:13: public_url: this alias (*name) has no anchor (&name) before it',
    ])
  })

  it('may not hold themselves', () => {
    expect(refusal('models: &all\n  m: *all')).toEqual([
      'medley.yaml:2:6: models.m: this alias (*name) is part of what it stands for',
    ])
  })

  it('may not multiply', () => {
    const layer = (index: number) =>
      `l${index}: &l${index} [${Array(10)
        .fill(`*l${index - 1}`)
        .join(', ')}]`
    const bomb = [
      'l0: &l0 [x, x, x, x, x, x, x, x, x, x]',
      ...Array.from({ length: 9 }, (_, index) => layer(index + 1)),
    ]
    const lines = refusal(bomb.join('\n'))
    expect(
      lines.filter(line => line.includes('the aliases (*name) of this file stand for too many values')),
    ).toHaveLength(1)
  })

  it('may not be many', () => {
    const yaml = `public_url: &x http://a\nfetch: { allow: [${Array(101).fill('*x').join(', ')}] }`
    expect(refusal(yaml)).toEqual(['medley.yaml:1:1: the file has 101 aliases (*name); accepted: at most 100'])
  })
})

describe('the size of the file', () => {
  const filled = (bytes: number) => `${'#'.repeat(bytes - 1)}\n`

  it('may be 1 MB and no more', () => {
    expect(loadYaml(filled(1024 * 1024)).log.level).toBe('info')
    expect(refusal(filled(1024 * 1024 + 1))).toEqual([
      'medley.yaml:1:1: the file is larger than 1 MB; accepted: at most 1048576 bytes',
    ])
  })

  it.each([
    [
      'brackets',
      `fetch: ${'['.repeat(33)}${']'.repeat(33)}`,
      /^medley\.yaml:1:1: nested too deeply; accepted: at most 32 levels$/,
    ],
    ['many braces', `fetch: ${'{a: '.repeat(100_000)}${'}'.repeat(100_000)}`, /^medley\.yaml:1:1: nested too deeply/],
    [
      'dashes',
      `fetch:\n  ${'- '.repeat(40)}x`,
      /^medley\.yaml:2:67: fetch(\[0\])+: nested too deeply; accepted: at most 32/,
    ],
    [
      'many dashes',
      `fetch:\n  ${'- '.repeat(10_000)}x`,
      /^medley\.yaml:2:\d+: not valid YAML: lists and maps are nested too deeply$/,
    ],
  ])('does not let %s nest without end', (_, yaml, line) => {
    expect(refusal(yaml)).toContainEqual(expect.stringMatching(line))
  })

  it('does not let models be without number', () => {
    const models = (count: number) =>
      `models:\n${Array.from({ length: count }, (_, index) => `  m${index}: { engine: llama }`).join('\n')}`
    expect(Object.keys(loadYaml(models(1000)).models)).toHaveLength(1000)
    expect(refusal(models(1001))).toEqual([
      'medley.yaml:2:3: models: a map of 1001 is not accepted; accepted: a map of at most 1000 model ids, each with its engine',
    ])
  })
})

it('refuses bytes that are not UTF-8, and takes a byte order mark', () => {
  expect(refusal(new Uint8Array([0x61, 0x3a, 0x20, 0xff]))).toEqual(['medley.yaml:1:1: the file is not UTF-8 text'])
  expect(loadYaml('\uFEFFlog: { level: warn }').log.level).toBe('warn')
})

describe('variables', () => {
  it('are put into text wherever it stands', () => {
    const yaml = `models:
  svc-3.7-flash:
    engine: openai
    url: ["http://\${NODE}:8000/v1", "\${OTHER:-http://b:8000}"]
    key: \${KEY}
    model: $\${KEY}`
    expect(loadYaml(yaml, { NODE: '10.0.0.5', KEY: '12345678' }).models['svc-3.7-flash']).toMatchObject({
      urls: ['http://10.0.0.5:8000/v1', 'http://b:8000'],
      key: '12345678',
      model: `\${KEY}`,
    })
  })

  it('may bring numbers and booleans where those are asked for', () => {
    const yaml = `models:
  svc-3.7-flash: { engine: openai, url: http://a, timeout_seconds: "\${T}", vision: "\${V}", health: "\${H}" }
  svc-5-preview: { engine: llama, slots: "\${S}", gpu: "\${V}" }`
    const { models } = loadYaml(yaml, { T: '1.5', V: 'true', H: 'false', S: '4' })
    expect(models['svc-3.7-flash']).toMatchObject({ timeoutSeconds: 1.5, vision: true, health: false })
    expect(models['svc-5-preview']).toMatchObject({ slots: 4, gpu: true })
  })

  it.each(['', ' 4', '4 ', '0x4', '1e2', '04', '+4', '1,5', 'four', '4.5'])('bring no slots with %j', text => {
    expect(refusal(`models:\n  m: { engine: llama, slots: "\${S}" }`, { S: text })).toEqual([
      expect.stringMatching(/^medley\.yaml:2:30: models\.m\.slots: .* accepted: a whole number from 1 to 256$/),
    ])
  })

  it('stop the start when one is missing, whether or not the value would fit', () => {
    expect(refusal(`models:\n  m:\n    engine: openai\n    url: http://a\n    key: \${VLLM_KEY}`)).toEqual([
      `medley.yaml:5:10: models.m.key: the variable VLLM_KEY is not set; set it, or give a default as in \${VLLM_KEY:-default}`,
    ])
  })
})
