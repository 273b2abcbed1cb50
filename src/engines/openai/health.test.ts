import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchHealth } from './health.ts'
import { type MockReply, mockUpstream, replyWith } from './mock-upstream.fixture.ts'
import { Upstream } from './upstream.ts'

const ok = replyWith(200, '{}')
const loading = replyWith(503, '{}')
const pace = { everyMs: 20, firstRecheckMs: 10 }

async function open(replies: Record<string, MockReply>, path?: string | false, count = 1) {
  const mock = await mockUpstream(replies)
  const upstreams = Array.from({ length: count }, () => new Upstream(mock.url, 'k-1', () => 1000))
  const watch = watchHealth(upstreams, path, pace)
  onTestFinished(async () => {
    watch.close()
    await Promise.all(upstreams.map(({ pool }) => pool.destroy()))
    await mock.close()
  })
  const [upstream] = upstreams
  if (!upstream) throw new Error('there is none')
  return { mock, upstream, watch }
}

/** A server that is not reached, and whose circuit is open. */
function fallen(upstream: Upstream): void {
  upstream.isReachable = false
  for (let count = 0; count < 5; count++) upstream.circuit.fail()
}

describe('health', () => {
  it.each([
    ['its own path', { 'GET /health': ok }, undefined],
    ['the list of models', { 'GET /v1/models': ok }, undefined],
    ['a list of models that is not for us', { 'GET /v1/models': replyWith(401, '') }, undefined],
    ['the configured path', { 'GET /healthz': ok, 'GET /health': loading }, '/healthz'],
  ])('is learnt from %s', async (_, replies, path) => {
    const { upstream, watch } = await open(replies, path)
    fallen(upstream)
    watch.suspect(upstream)
    await vi.waitFor(() => expect(upstream.isReachable).toBe(true), 5000)
    await vi.waitFor(() => expect(upstream.circuit.allows()).toBe(true), 5000)
  })

  it('is reason to try a server again that was reached and failed', async () => {
    const { upstream, watch } = await open({ 'GET /health': ok })
    fallen(upstream)
    upstream.isReachable = true
    watch.suspect(upstream)
    await vi.waitFor(() => expect(upstream.circuit.allows()).toBe(true), 5000)
  })

  it('is asked for until the server is back', async () => {
    let isBack = false
    const { mock, upstream, watch } = await open({ 'GET /health': (...pair) => (isBack ? ok : loading)(...pair) })
    fallen(upstream)
    watch.suspect(upstream)
    watch.suspect(upstream)
    await vi.waitFor(() => expect(mock.requests.length).toBeGreaterThan(2), 5000)
    expect(upstream.isReachable).toBe(false)
    expect(upstream.circuit.allows()).toBe(false)
    isBack = true
    await vi.waitFor(() => expect(upstream.isReachable).toBe(true), 5000)
    const asked = mock.requests.length
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(mock.requests).toHaveLength(asked)
    expect(mock.requests[0]?.headers.authorization).toBe('Bearer k-1')
  })

  it('is asked for regularly where there is a choice', async () => {
    const { upstream } = await open({ 'GET /health': loading }, undefined, 2)
    await vi.waitFor(() => expect(upstream.isReachable).toBe(false), 5000)
  })

  it('is never asked for where that is not wanted', async () => {
    const { mock, upstream, watch } = await open({ 'GET /health': ok }, false, 2)
    watch.suspect(upstream)
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(mock.requests).toEqual([])
  })
})
