import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder, loadYaml, refusalOf } from './config.fixture.ts'
import { ConfigError, loadConfig } from './config.ts'

describe('the environment alone', () => {
  it('gives the documented defaults', () => {
    expect(loadConfig({}, '/nowhere')).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataFolder: '/nowhere/data',
      weightsFolder: '/nowhere/data/weights',
      catalogFile: undefined,
      hub: { url: 'https://huggingface.co', token: undefined },
      file: undefined,
      apiKey: undefined,
      pull: 'auto',
      database: { kind: 'sqlite', file: '/nowhere/data/medley.db' },
      blobs: { kind: 'disk', folder: '/nowhere/data/blobs' },
      limits: { kind: 'memory' },
      publicUrl: undefined,
      fetch: { allow: [] },
      log: { level: 'info', format: 'json' },
      traces: undefined,
      webSearch: undefined,
      server: { headerSeconds: 20, uploadIdleSeconds: 30, stopSeconds: 20 },
      models: {},
    })
  })

  it('sets what only it sets', () => {
    const environment = {
      HOST: '::',
      PORT: '0',
      MEDLEY_DATA: '/var/lib/medley',
      MEDLEY_API_KEY: 'sk-12345',
      MEDLEY_PULL: 'never',
      LOG_LEVEL: 'debug',
    }
    expect(loadConfig(environment, '/nowhere')).toMatchObject({
      host: '::',
      port: 0,
      dataFolder: '/var/lib/medley',
      apiKey: 'sk-12345',
      pull: 'never',
      log: { level: 'debug' },
      database: { file: '/var/lib/medley/medley.db' },
      blobs: { folder: '/var/lib/medley/blobs' },
    })
  })

  it('takes an empty variable as one that is not set', () => {
    const empty = { HOST: '', PORT: '', MEDLEY_DATA: '', MEDLEY_CONFIG: '', MEDLEY_PULL: '', LOG_LEVEL: '' }
    expect(loadConfig(empty, '/nowhere')).toEqual(loadConfig({}, '/nowhere'))
  })

  it.each([
    [
      'HOST',
      'http://localhost',
      '"http://localhost" is not accepted; accepted: an address or a host name, such as 127.0.0.1, 0.0.0.0, :: or localhost',
    ],
    ['PORT', '65536', '"65536" is not accepted; accepted: a whole number from 0 to 65535'],
    ['PORT', '80 ', '"80 " is not accepted; accepted: a whole number from 0 to 65535'],
    ['PORT', '-1', '"-1" is not accepted; accepted: a whole number from 0 to 65535'],
    ['MEDLEY_PULL', 'nevr', '"nevr" is not accepted; did you mean "never"? accepted: auto, never'],
    ['LOG_LEVEL', 'loud', '"loud" is not accepted; accepted: debug, info, warn, error, silent'],
    ['MEDLEY_CONFIG', 'other.yaml', '"other.yaml" does not exist; accepted: the path of a YAML file'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(refusalOf(() => loadConfig({ [name]: value }, '/nowhere'))).toEqual([`environment: ${name}: ${message}`])
  })

  it.each(['', 'short12', 'has a space', 'schlüssel-1'])('refuses the API key "%s" without showing it', key => {
    const [line = '', ...more] = refusalOf(() => loadConfig({ MEDLEY_API_KEY: key }, '/nowhere'))
    expect(more).toEqual([])
    expect(line).toBe(
      'environment: MEDLEY_API_KEY: the value (not shown here) is not accepted; accepted: 8 to 512 printable ASCII characters without spaces; leave it unset to have a key made',
    )
  })
})

describe('the file', () => {
  it('is medley.yaml in the working folder, or the one that MEDLEY_CONFIG names', () => {
    const files = { 'medley.yaml': 'log: { level: warn }', 'other.yaml': 'log: { level: error }' }
    inFolder(files, folder => {
      const usual = loadConfig({}, folder)
      expect([usual.file, usual.log.level]).toEqual([join(folder, 'medley.yaml'), 'warn'])
      const named = loadConfig({ MEDLEY_CONFIG: './other.yaml' }, folder)
      expect([named.file, named.log.level]).toEqual([join(folder, 'other.yaml'), 'error'])
    })
  })

  it.each(['', '\n\n', '# nothing yet\n', '---\n', 'models:\n', 'fetch:\nlog:\nserver:\n'])(
    'may say nothing: %j',
    yaml => {
      expect({ ...loadYaml(yaml), file: undefined, dataFolder: '' }).toMatchObject({
        models: {},
        log: { level: 'info' },
      })
    },
  )

  it('yields to LOG_LEVEL, and goes before the variables of other programs', () => {
    const yaml =
      'log: { level: warn }\ntraces: http://collector:4318/spans\nblobs: { url: s3://kept, region: eu-west-1, endpoint: http://minio:9000 }'
    const environment = {
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other/v1/traces',
      AWS_REGION: 'us-west-2',
      AWS_ENDPOINT_URL: 'http://other',
    }
    expect(loadYaml(yaml, environment)).toMatchObject({
      log: { level: 'silent' },
      traces: 'http://collector:4318/spans',
      blobs: { region: 'eu-west-1', endpoint: 'http://minio:9000' },
    })
  })

  it('is named in problems as the operator named it', () => {
    inFolder({ 'a.yaml': 'x: 1' }, folder => {
      const names = (path: string) => refusalOf(() => loadConfig({ MEDLEY_CONFIG: path }, folder))[0]
      expect(names('./a.yaml')).toMatch(/^a\.yaml:1:1: x: unknown key;/)
      mkdirSync(join(folder, 'inner'))
      expect(refusalOf(() => loadConfig({ MEDLEY_CONFIG: '../a.yaml' }, join(folder, 'inner')))[0]).toMatch(
        `${resolve(folder, 'a.yaml')}:1:1: x:`,
      )
    })
  })
})

it('is frozen all the way down', () => {
  const yaml = `
models:
  svc-3.7-flash: { engine: openai, url: [http://a, http://b], voices: { x: y } }
blobs: s3://bucket
fetch: { allow: [files.lan] }`
  const unfrozen: string[] = []
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    if (!Object.isFrozen(value)) unfrozen.push(path)
    for (const [key, held] of Object.entries(value)) walk(held, `${path}.${key}`)
  }
  walk(loadYaml(yaml), 'config')
  expect(unfrozen).toEqual([])
})

it('throws an error whose problems can be read one by one', () => {
  inFolder({ 'medley.yaml': 'models:\n  svc-asr:\n    engine: openai\n    ulr: http://a\n' }, folder => {
    let thrown: unknown
    try {
      loadConfig({ PORT: 'x' }, folder)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ConfigError)
    expect((thrown as ConfigError).problems).toEqual([
      { file: 'environment', path: 'PORT', message: expect.stringContaining('"x" is not accepted') },
      {
        file: 'medley.yaml',
        line: 2,
        column: 3,
        path: 'models.svc-asr.url',
        message: expect.stringMatching(/^missing;/),
      },
      {
        file: 'medley.yaml',
        line: 4,
        column: 5,
        path: 'models.svc-asr.ulr',
        message: expect.stringContaining('"url"'),
      },
    ])
  })
})
