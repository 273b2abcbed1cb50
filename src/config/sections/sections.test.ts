import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder, loadYaml, refusal } from '../config.fixture.ts'
import { loadConfig } from '../config.ts'

const inside = (yaml: string) =>
  inFolder({ 'medley.yaml': yaml }, folder => ({ folder, config: loadConfig({}, folder) }))

describe('database', () => {
  it.each([
    'postgres://me:word@host:5432/medley?sslmode=require',
    'postgresql://host/medley',
    'postgres:///medley?host=/run/pg',
  ])('takes %s as it is', url => {
    expect(loadYaml(`database: ${url}`).database).toEqual({ kind: 'postgres', url })
  })

  it.each([
    ['sqlite:./here.db', 'here.db'],
    ['sqlite:here/there.db', 'here/there.db'],
    ['sqlite:/srv/medley.db', '/srv/medley.db'],
    ['sqlite:///srv/medley.db', '/srv/medley.db'],
  ])('reads %s as a path from the working folder', (text, path) => {
    const { folder, config } = inside(`database: ${text}`)
    expect(config.database).toEqual({ kind: 'sqlite', file: resolve(folder, path) })
  })

  it.each([
    'sqlite:',
    'sqlite://host/x.db',
    'sqlite:folder/',
    '"sqlite::memory:"',
    'postgres:',
    'postgres://',
    'mysql://h/x',
  ])('refuses %s', text => {
    expect(refusal(`database: ${text}`)).toHaveLength(1)
  })
})

describe('blobs', () => {
  it('are on disk when it is a path', () => {
    const { folder, config } = inside('blobs: ./kept')
    expect(config.blobs).toEqual({ kind: 'disk', folder: resolve(folder, 'kept') })
    expect(loadYaml('blobs: /srv/blobs').blobs).toEqual({ kind: 'disk', folder: '/srv/blobs' })
  })

  it('are in S3 with what the file and the environment say', () => {
    expect(loadYaml('blobs: s3://bucket').blobs).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: '',
      region: 'us-east-1',
      pathStyle: false,
    })
    const environment = {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'word',
      AWS_SESSION_TOKEN: 'token',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL_S3: 'http://minio:9000/',
      AWS_ENDPOINT_URL: 'http://other',
    }
    expect(loadYaml('blobs: s3://bucket/some/prefix/', environment).blobs).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'some/prefix',
      region: 'eu-central-1',
      pathStyle: true,
      endpoint: 'http://minio:9000',
      accessKeyId: 'id',
      secretAccessKey: 'word',
      sessionToken: 'token',
    })
  })

  it('lets path_style be said', () => {
    const yaml = 'blobs: { url: s3://bucket, endpoint: https://r2.example, region: auto, path_style: false }'
    expect(loadYaml(yaml).blobs).toMatchObject({ endpoint: 'https://r2.example', region: 'auto', pathStyle: false })
  })

  it.each(['s3://', 's3://a', 's3://bucket//x', 's3://bucket/../x', 's3://bucket?x', 'bucket', '"//host/x"'])(
    'refuses %s',
    text => {
      expect(refusal(`blobs: ${text}`)).toHaveLength(1)
    },
  )

  it('refuses half of the credentials and a bad endpoint, but only where S3 is used', () => {
    const environment = { AWS_SECRET_ACCESS_KEY: 'word', AWS_ENDPOINT_URL: 'minio:9000' }
    expect(refusal('blobs: s3://bucket', environment)).toEqual([
      'environment: AWS_ENDPOINT_URL: "minio:9000" is not accepted; accepted: an http:// or https:// address without user, query or fragment',
      'environment: AWS_ACCESS_KEY_ID: missing, although AWS_SECRET_ACCESS_KEY is set; accepted: both or neither',
    ])
    expect(loadYaml('', environment).blobs.kind).toBe('disk')
  })
})

describe('limits', () => {
  it.each([
    ['redis://:word@host:6379/1', 'redis://:word@host:6379/1'],
    ['rediss://host', 'rediss://host'],
    ['valkey://host:6379', 'redis://host:6379'],
  ])('%s is kept in Redis', (text, url) => {
    expect(loadYaml(`limits: ${text}`).limits).toEqual({ kind: 'redis', url })
  })
})

describe('traces', () => {
  const general = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

  it.each([
    ['traces: http://collector:4318', {}, 'http://collector:4318/v1/traces'],
    ['traces: http://collector:4318/own', general, 'http://collector:4318/own'],
    ['', general, 'http://collector:4318/v1/traces'],
    ['', { ...general, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' }, 'http://t/x'],
  ])('%j with %j go to %s', (yaml, environment, address) => {
    expect(loadYaml(yaml, environment).traces).toBe(address)
  })

  it('refuse a variable that is no address', () => {
    expect(refusal('', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toEqual([
      'environment: OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" is not accepted; accepted: an http:// or https:// address without user, query or fragment',
    ])
  })
})

it('reads the rest', () => {
  const yaml = `
public_url: https://models.example.org/medley/
fetch: { allow: [files.lan, "files.lan:8080", 10.0.0.5, "[fd00::5]:80", "fd00::/8", 10.0.0.0/8] }
log: { format: pretty }
server: { header_seconds: 5, upload_idle_seconds: 60, stop_seconds: 0 }`
  expect(loadYaml(yaml)).toMatchObject({
    publicUrl: 'https://models.example.org/medley',
    fetch: { allow: ['files.lan', 'files.lan:8080', '10.0.0.5', '[fd00::5]:80', 'fd00::/8', '10.0.0.0/8'] },
    log: { level: 'info', format: 'pretty' },
    server: { headerSeconds: 5, uploadIdleSeconds: 60, stopSeconds: 0 },
  })
})

it.each([
  'http://files.lan',
  'files.lan:0',
  'files.lan:65536',
  'fd00::/129',
  '10.0.0/8',
  'a..b',
  'a.lan.',
  '*.lan',
  'a/b',
  '-',
])('does not allow fetching from %s', entry => {
  expect(refusal(`fetch: { allow: ["${entry}"] }`)).toHaveLength(1)
})
