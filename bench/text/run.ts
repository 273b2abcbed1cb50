import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { streamAnswer } from './over-http.ts'
import { draw } from './picture.ts'
import { cpuMs, residentBytes } from './process-use.ts'
import type { Row } from './row.ts'

/**
 * How fast the built-in model writes: through Medley's HTTP, by the raw binding in a process of its own, and by
 * llama-server when LLAMA_SERVER names one; all in turns, so that whatever else the machine does touches all alike.
 */
const here = import.meta.dirname
const file = join(here, '../../models/medley-46m/medley-46m.gguf')
const counts = (process.env.COUNTS ?? '1,4,8,16').split(',').map(Number)
const rounds = Number(process.env.ROUNDS ?? 5)
const length = Number(process.env.LENGTH ?? 100)
const most = Math.max(...counts)
const threads = Math.max(1, availableParallelism() - 1)
const words = 'Tell me a long story about a dog.'
const key = 'mk-benchmark-key'
const ports = { medley: 18_110, llamaServer: 18_111 }

interface Sample {
  readonly tokens: number
  readonly elapsedMs: number
  readonly cpuMs: number
}

interface Way {
  readonly name: string
  write(atOnce: number): Promise<Sample>
  firstTokenMs(): Promise<number>
  memoryBytes(): Promise<number>
}

const children: ChildProcess[] = []

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medley-bench-'))
  try {
    const server = process.env.LLAMA_SERVER
    const ways = [await rawBinding(), await medley(folder), ...(server ? [await llamaServer(server)] : [])]
    const rows = await measure(ways)
    report(rows)
    await writeFile(join(here, '../../docs/text.svg'), draw(rows, counts))
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

async function rawBinding(): Promise<Way> {
  const prompt = `<|im_start|>user\n${words}<|im_end|>\n<|im_start|>assistant\n`
  const child = fork(join(here, 'raw.ts'), [file, String(most), String(threads), prompt])
  children.push(child)
  await once(child, 'message')
  const ask = async (atOnce: number, tokens: number): Promise<Sample> => {
    child.send({ atOnce, length: tokens })
    const [sample] = await once(child, 'message')
    return sample as Sample
  }
  return {
    name: 'raw binding',
    write: atOnce => ask(atOnce, length),
    firstTokenMs: async () => (await ask(1, 1)).elapsedMs,
    memoryBytes: () => residentBytes([child.pid ?? 0]),
  }
}

async function medley(folder: string): Promise<Way> {
  const config = join(folder, 'medley.yaml')
  await writeFile(config, `models:\n  svc-3.7-flash:\n    engine: llama\n    slots: ${most}\n`)
  const child = spawn(process.execPath, [join(here, '../../bin/medley.js'), 'serve'], {
    cwd: folder,
    env: {
      ...process.env,
      MEDLEY_API_KEY: key,
      MEDLEY_CONFIG: config,
      MEDLEY_DATA: folder,
      // Weights that arrive in the background are no part of an answer.
      MEDLEY_PULL: 'never',
      PORT: String(ports.medley),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return overHttp('medley', child, ports.medley, 'svc-3.7-flash')
}

async function llamaServer(path: string): Promise<Way> {
  if (!existsSync(path)) throw new Error(`LLAMA_SERVER: there is no ${path}`)
  const args = [
    '-m',
    file,
    '--port',
    String(ports.llamaServer),
    '-np',
    String(most),
    '-c',
    String(2048 * most),
    '-t',
    String(threads),
    '--jinja',
  ]
  return overHttp('llama-server', spawn(path, args, { stdio: 'ignore' }), ports.llamaServer, 'm')
}

async function overHttp(name: string, child: ChildProcess, port: number, model: string): Promise<Way> {
  children.push(child)
  const url = `http://127.0.0.1:${port}`
  const stream = () => streamAnswer(url, key, model, words, length)
  for (let tries = 0; tries < 100; tries++) {
    if (
      await stream().then(
        () => true,
        () => false,
      )
    )
      break
    await sleep(200)
  }
  return {
    name,
    async write(atOnce) {
      const before = await cpuMs(child.pid ?? 0)
      const beganAt = performance.now()
      const answers = await Promise.all(Array.from({ length: atOnce }, stream))
      const elapsedMs = performance.now() - beganAt
      const tokens = answers.reduce((sum, answer) => sum + answer.tokens, 0)
      return { tokens, elapsedMs, cpuMs: (await cpuMs(child.pid ?? 0)) - before }
    },
    firstTokenMs: async () => (await streamAnswer(url, key, model, `Hello ${Math.random()}`, 8)).firstMs,
    memoryBytes: () => residentBytes([child.pid ?? 0]),
  }
}

async function measure(ways: readonly Way[]): Promise<Row[]> {
  const samples = new Map(ways.map(way => [way.name, new Map(counts.map(count => [count, [] as Sample[]]))]))
  const firsts = new Map(ways.map(way => [way.name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const count of counts) {
      for (const way of ways)
        samples
          .get(way.name)
          ?.get(count)
          ?.push(await way.write(count))
    }
    for (const way of ways) firsts.get(way.name)?.push(await way.firstTokenMs())
  }
  return Promise.all(
    ways.map(async way => ({
      name: way.name,
      tokensPerSecond: perCount(samples.get(way.name), ({ tokens, elapsedMs }) => (tokens / elapsedMs) * 1000),
      cpuPerToken: perCount(samples.get(way.name), sample => sample.cpuMs / sample.tokens),
      firstTokenMs: median(firsts.get(way.name) ?? []),
      memoryBytes: await way.memoryBytes(),
    })),
  )
}

function perCount(
  samples: ReadonlyMap<number, readonly Sample[]> | undefined,
  of: (sample: Sample) => number,
): Map<number, number> {
  return new Map(counts.map(count => [count, median((samples?.get(count) ?? []).map(of))]))
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function report(rows: readonly Row[]): void {
  const [base] = rows
  const lines = rows.map(row => {
    const rates = counts.map(count => {
      const [rate, cpu] = [row.tokensPerSecond.get(count) ?? 0, row.cpuPerToken.get(count) ?? 0]
      const [share, cpuShare] = [
        rate / (base?.tokensPerSecond.get(count) ?? 1),
        (base?.cpuPerToken.get(count) ?? 1) / cpu,
      ]
      return `${count}: ${rate.toFixed(0)} tokens/s (${share.toFixed(2)}×), ${cpu.toFixed(2)} ms CPU (${cpuShare.toFixed(2)}×)`
    })
    return [
      `${row.name}: first token ${row.firstTokenMs.toFixed(0)} ms, ${(row.memoryBytes / 1024 / 1024).toFixed(0)} MB`,
      ...rates,
    ].join('\n  ')
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

await main()
