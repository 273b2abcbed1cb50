import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { tarballOf } from './npm-package.ts'
import { npmSettings } from './npm-settings.ts'

const { signal } = new AbortController()

describe('npm settings', () => {
  it('know the registry of a scope', () => {
    const settings = npmSettings({ registry: 'https://a.example', '@ours:registry': 'https://b.example/npm' })
    expect(settings.registryOf('some')).toBe('https://a.example/')
    expect(settings.registryOf('@ours/some')).toBe('https://b.example/npm/')
    expect(settings.registryOf('@others/some')).toBe('https://a.example/')
  })

  it.each([
    ['a token', { '//b.example/npm/:_authToken': 'word' }, 'Bearer word'],
    ['a token of the host', { '//b.example/:_authToken': 'word' }, 'Bearer word'],
    ['both in one', { '//b.example/npm/:_auth': 'bWU6d29yZA==' }, 'Basic bWU6d29yZA=='],
    [
      'name and password',
      { '//b.example/npm/:username': 'me', '//b.example/npm/:_password': 'd29yZA==' },
      'Basic bWU6d29yZA==',
    ],
    ['those of another path', { '//b.example/other/:_authToken': 'word' }, undefined],
    ['those of another host', { '//c.example/:_authToken': 'word' }, undefined],
  ])('send %s where they belong', (_, values, authorization) => {
    const { credentialsFor } = npmSettings({ registry: 'https://b.example/npm/', ...values })
    expect(credentialsFor('https://b.example/npm/some/-/some-1.0.0.tgz').authorization).toBe(authorization)
  })

  it('go through the proxy that npm has', async () => {
    const asked: string[] = []
    const proxy = createServer((one, reply) => {
      asked.push(one.url ?? '')
      reply.end('through')
    })
    proxy.on('connect', (one, socket) => {
      asked.push(`CONNECT ${one.url}`)
      socket.end('HTTP/1.1 502 Bad\r\n\r\n')
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { dispatcher } = npmSettings({
      registry: 'http://x',
      proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      noproxy: [''],
    })
    await request('http://registry.invalid/some', { dispatcher })
      .then(({ body }) => body.dump())
      .catch(() => undefined)
    expect(asked[0]).toContain('registry.invalid')
    await dispatcher.destroy()
    proxy.close()
  })
})

it('a mirror that passes on addresses of the public registry is asked itself', async () => {
  const mirror = createServer((_, reply) => {
    const tarball = 'https://mirrored.example/some/-/some-1.0.0.tgz'
    reply.end(JSON.stringify({ versions: { '1.0.0': { dist: { tarball } } } }))
  }).listen(0, '127.0.0.1')
  await once(mirror, 'listening')
  const url = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`
  const settings = npmSettings({ registry: `${url}/npm/` })
  expect((await tarballOf({ name: 'some', version: '1.0.0' }, settings, signal)).url).toBe(
    `${url}/npm/some/-/some-1.0.0.tgz`,
  )
  await expect(tarballOf({ name: 'some', version: '2.0.0' }, settings, signal)).rejects.toThrow('has no version 2.0.0')
  mirror.closeAllConnections()
  mirror.close()
})
