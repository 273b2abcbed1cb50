import { expect, it } from 'vitest'
import { loadYaml } from './config.fixture.ts'
import { describeConfig } from './config.ts'

it('shows the configuration without its secrets', () => {
  const yaml = `models:
  svc-3.7-flash: { engine: openai, url: http://a/v1, key: s3cret-key }
database: postgres://me:s3cret-db@host/medley?sslpassword=s3cret-tls
limits: redis://:s3cret-redis@host:6379
blobs: s3://bucket`
  const environment = {
    MEDLEY_API_KEY: 's3cret-api',
    AWS_ACCESS_KEY_ID: 's3cret-id',
    AWS_SECRET_ACCESS_KEY: 's3cret-aws',
    AWS_SESSION_TOKEN: 's3cret-token',
  }
  const shown = describeConfig(loadYaml(yaml, environment))
  expect(JSON.stringify(shown)).not.toContain('s3cret')
  expect(shown).toMatchObject({
    host: '127.0.0.1',
    apiKey: '***',
    publicUrl: null,
    database: { kind: 'postgres', url: 'postgres://***@host/medley?***' },
    limits: { kind: 'redis', url: 'redis://***@host:6379' },
    blobs: { bucket: 'bucket', secretAccessKey: '***' },
    models: { 'svc-3.7-flash': { engine: 'openai', urls: ['http://a/v1'], key: '***' } },
  })
})
