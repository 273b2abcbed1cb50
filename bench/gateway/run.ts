import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstEvents, load, type Measured, type Target } from './load.ts'
import { draw } from './picture.ts'
import type { Row } from './row.ts'

const ports = { upstream: 18_100, bare: 18_101, medley: 18_102, portkey: 18_103 }
const rounds = Number(process.env.ROUNDS ?? 15)
const children: ChildProcess[] = []
const here = import.meta.dirname

function start(name: string, args: string[], environment: Record<string, string> = {}): number {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  child.once('exit', code => {
    if (code) throw new Error(`${name} ended with ${code}`)
  })
  children.push(child)
  if (child.pid === undefined) throw new Error(`${name} did not start`)
  return child.pid
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const open = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`nothing listens on ${port}`)
}

const words = 'Tell me of rivers and of the towns that stand on them. '.repeat(8)
const key = 'mk-benchmark-key'
const json = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
const chatBody = (stream: boolean) =>
  JSON.stringify({ model: 'svc-3.7-flash', messages: [{ role: 'user', content: words }], stream })

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medley-bench-'))
  try {
    const targets = await startAll(folder)
    const results = await measure(targets)
    report(targets, results)
    await writeFile(join(here, '../../docs/gateway.svg'), draw(summary(targets, results)))
  } finally {
    for (const child of children) child.removeAllListeners('exit').kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

async function startAll(folder: string): Promise<Target[]> {
  const upstream = `http://127.0.0.1:${ports.upstream}`
  await writeFile(
    join(folder, 'medley.yaml'),
    `models:\n  svc-3.7-flash: { engine: openai, url: "${upstream}/v1", model: mock, health: false }\n`,
  )
  start('upstream', [join(here, 'upstream.ts'), String(ports.upstream)])
  const bare = start('bare proxy', [join(here, 'bare-proxy.ts'), String(ports.bare), String(ports.upstream)])
  const medley = start('medley', [join(here, '../../bin/medley.js'), 'serve'], {
    PORT: String(ports.medley),
    MEDLEY_DATA: folder,
    MEDLEY_CONFIG: join(folder, 'medley.yaml'),
    MEDLEY_API_KEY: key,
    // Weights that arrive in the background are no part of a request.
    MEDLEY_PULL: 'never',
  })
  await Promise.all([ports.upstream, ports.bare, ports.medley].map(listening))

  const chat = '/v1/chat/completions'
  const targets: Target[] = [
    { name: 'direct', port: ports.upstream, path: chat, headers: json, body: chatBody, pid: undefined },
    { name: 'bare proxy', port: ports.bare, path: chat, headers: json, body: chatBody, pid: bare },
    { name: 'medley chat', port: ports.medley, path: chat, headers: json, body: chatBody, pid: medley },
    {
      name: 'medley messages',
      port: ports.medley,
      path: '/v1/messages',
      headers: json,
      pid: medley,
      body: stream =>
        JSON.stringify({
          model: 'svc-3.7-flash',
          max_tokens: 500,
          messages: [{ role: 'user', content: words }],
          stream,
        }),
    },
    {
      name: 'medley responses',
      port: ports.medley,
      path: '/v1/responses',
      headers: json,
      pid: medley,
      body: stream => JSON.stringify({ model: 'svc-3.7-flash', input: words, stream }),
    },
  ]
  const portkey = join(here, 'peers/node_modules/@portkey-ai/gateway/build/start-server.js')
  if (existsSync(portkey)) {
    const pid = start('portkey', [portkey, '--headless', `--port=${ports.portkey}`])
    await listening(ports.portkey)
    const headers = { ...json, 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream}/v1` }
    targets.push({ name: 'portkey', port: ports.portkey, path: chat, headers, body: chatBody, pid })
  }
  return targets
}

interface Results {
  readonly whole: Map<string, Measured[]>
  readonly streamed: Map<string, Measured[]>
  readonly first: Map<string, number[]>
}

/**
 * Round after round, each target in turn for a moment: what disturbs the machine disturbs them all. The rounds are many and
 * short, so that some of them meet a quiet machine.
 */
async function measure(targets: readonly Target[]): Promise<Results> {
  const results: Results = { whole: new Map(), streamed: new Map(), first: new Map() }
  // The compiler needs some ten thousand requests to be done with any of them.
  for (const target of targets) {
    const slow = target.name === 'portkey'
    await load(target, false, 32, slow ? 5000 : 40_000)
    await load(target, true, 64, slow ? 400 : 1000)
  }
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`round ${round} of ${rounds}\n`)
    for (const target of targets) {
      const slow = target.name === 'portkey'
      push(results.whole, target, await load(target, false, 32, slow ? 500 : 2000))
      push(results.streamed, target, await load(target, true, 64, slow ? 64 : 192))
    }
    for (const [target, ms] of await firstEvents(targets, 20)) push(results.first, target, ms)
  }
  return results
}

function push<T>(all: Map<string, T[]>, { name }: Target, value: T): void {
  all.set(name, [...(all.get(name) ?? []), value])
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

const median = (values: readonly number[]) => quantile(values, 0.5)

/**
 * Speeds are medians of the rounds. Of the processor's time the lower quarter counts: others on the machine can only add to
 * it, by emptying caches, and never take from it.
 */
function summary(targets: readonly Target[], { whole, streamed, first }: Results): Row[] {
  const of = (all: Map<string, Measured[]>, name: string, pick: (one: Measured) => number, share = 0.5) =>
    quantile((all.get(name) ?? []).map(pick), share)
  return targets.map(({ name }) => ({
    name,
    wholePerSecond: of(whole, name, one => one.perSecond),
    wholeP50: of(whole, name, one => one.p50),
    wholeP99: of(whole, name, one => one.p99),
    wholeCpu: of(whole, name, one => one.cpu, 0.25),
    streamsPerSecond: of(streamed, name, one => one.perSecond),
    streamCpu: of(streamed, name, one => one.cpu, 0.25),
    firstMs: median(first.get(name) ?? []),
  }))
}

function report(targets: readonly Target[], results: Results): void {
  const rows = summary(targets, results)
  const bare = rows.find(({ name }) => name === 'bare proxy')
  const ratio = (value: number, base: number | undefined) => (value / (base ?? Number.NaN)).toFixed(2)
  // Round by round against the bare proxy of the same round.
  const speed = (all: Map<string, Measured[]>, name: string) =>
    median(
      (all.get(name) ?? []).map(
        (one, round) => one.perSecond / (all.get('bare proxy')?.[round]?.perSecond ?? Number.NaN),
      ),
    ).toFixed(2)
  const lines = rows.map(row => [
    row.name,
    row.wholePerSecond.toFixed(0),
    speed(results.whole, row.name),
    row.wholeP50.toFixed(1),
    row.wholeP99.toFixed(1),
    (row.wholeCpu * 1000).toFixed(0),
    ratio(row.wholeCpu, bare?.wholeCpu),
    row.streamsPerSecond.toFixed(1),
    speed(results.streamed, row.name),
    (row.streamCpu * 1000).toFixed(0),
    ratio(row.streamCpu, bare?.streamCpu),
    row.firstMs.toFixed(2),
    (row.firstMs - (bare?.firstMs ?? Number.NaN)).toFixed(2),
  ])
  const head = [
    '',
    'req/s',
    '×bare',
    'p50 ms',
    'p99 ms',
    'cpu µs',
    '×bare',
    'streams/s',
    '×bare',
    'cpu µs',
    '×bare',
    'first ms',
    '−bare',
  ]
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map(line => line[column]?.length ?? 0)))
  for (const line of [head, ...lines]) {
    process.stdout.write(`${line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')}\n`)
  }
}

await main()
