import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadYaml, refusal } from './config.fixture.ts'

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
const example = readFileSync(new URL('../../medley.example.yaml', import.meta.url), 'utf8')

describe('medley.example.yaml', () => {
  it('loads as it stands, with the variable that it names', () => {
    const { models } = loadYaml(example, { VLLM_KEY: 'sk-upstream' })
    expect(models['svc-3.7-flash']).toMatchObject({ engine: 'openai', key: 'sk-upstream' })
    expect(models['svc-5-preview']).toMatchObject({ model: 'Qwen/Qwen3-32B' })
    expect(refusal(example)).toEqual([
      expect.stringMatching(/^medley\.yaml:12:10: models\.svc-3\.7-flash\.key: the variable VLLM_KEY is not set/),
    ])
  })

  it('loads with every setting uncommented', () => {
    const everything = example.replaceAll(/^#(?=[a-z]| {2})/gm, '')
    const config = loadYaml(everything, { VLLM_KEY: 'sk-upstream', DATABASE_PASSWORD: 'word' })
    expect(config).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://medley:word@10.0.0.2:5432/medley' },
      blobs: { kind: 's3', bucket: 'medley', prefix: 'production', endpoint: 'http://10.0.0.3:9000' },
      limits: { kind: 'redis' },
      publicUrl: 'https://models.example.org',
      fetch: { allow: ['files.lan', 'files.lan:8080', '10.1.0.0/16'] },
      traces: 'http://10.0.0.1:4318/v1/traces',
      webSearch: 'http://10.0.0.4:8080',
    })
  })
})

describe('docs/configuration.md', () => {
  it('has an example that loads', () => {
    const yaml = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? ''
    expect(loadYaml(yaml, { VLLM_KEY: 'k', DATABASE_PASSWORD: 'p' }).database.kind).toBe('postgres')
  })

  it.each([
    ['the top', 'unknown_: 1', '## The file', ''],
    ['blobs', 'blobs: { url: s3://bucket, unknown_: 1 }', '### `blobs` as a map', ''],
    ['fetch', 'fetch: { unknown_: 1 }', '### `fetch`, `log`, `server`', 'fetch.'],
    ['log', 'log: { unknown_: 1 }', '### `fetch`, `log`, `server`', 'log.'],
    ['server', 'server: { unknown_: 1 }', '### `fetch`, `log`, `server`', 'server.'],
    ['openai', 'models: { m: { engine: openai, url: http://a, unknown_: 1 } }', '## Models', ''],
    ['pipeline', 'models: { m: { engine: pipeline, unknown_: 1 } }', '## Models', ''],
    ['llama', 'models: { m: { engine: llama, unknown_: 1 } }', '## Models', ''],
    ['recogniser', 'models: { m: { engine: recogniser, unknown_: 1 } }', '## Models', ''],
    ['scripted', 'models: { m: { engine: scripted, script: x, unknown_: 1 } }', '## Models', ''],
  ])('has every key of %s', (_, yaml, heading, prefix) => {
    const keys = refusal(yaml)[0]?.split('accepted: ')[1]?.split(', ') ?? []
    expect(keys.length).toBeGreaterThan(0)
    const part = page.slice(page.indexOf(heading))
    expect(keys.filter(key => !part.includes(`\`${prefix}${key}\``) && !part.includes(`\`${key}:`))).toEqual([])
  })
})
