import { mkdir, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { request } from 'undici'
import type { Config } from '../../config/config.ts'
import { bytesOf } from '../../core/catalog.ts'
import { checkRedis } from '../../http/minute-counter.ts'
import { openCatalog, openWeights } from '../../open-weights.ts'
import { openBlobs } from '../../state.ts'
import { openDatabase } from '../../store/database.ts'
import { showSize } from '../../weights/size.ts'
import type { Check, Finding } from './finding.ts'

const gigabyte = 1024 ** 3

export function checksOf(config: Config): Check[] {
  return [
    { name: 'node', run: async () => checkNode() },
    { name: 'disk', run: () => checkDisk(config.dataFolder) },
    { name: 'port', run: () => checkPort(config) },
    { name: 'database', run: () => checkDatabase(config) },
    { name: 'blobs', run: () => checkBlobStore(config) },
    { name: 'limits', run: () => checkLimits(config) },
    { name: 'weights', run: async () => checkWeights(config) },
    ...Object.entries(config.models).flatMap(([id, model]) =>
      model.engine === 'openai'
        ? model.urls.map(url => ({ name: `engine ${id}`, run: () => checkEngine(url, model.key) }))
        : [],
    ),
  ]
}

function checkNode(): Finding {
  if (Number(process.versions.node.split('.')[0]) >= 24) return { state: 'good', found: process.version }
  return { state: 'broken', found: process.version, fix: 'Use Node 24 or newer; "npm ci" brings one for Linux.' }
}

async function checkDisk(folder: string): Promise<Finding> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  const free = (bavail * bsize) / gigabyte
  const found = `${free.toFixed(1)} GB free in ${folder}`
  if (free >= 2) return { state: 'good', found }
  return { state: 'warning', found, fix: 'Make room, or set MEDLEY_DATA to a larger disk; weights need up to 2 GB.' }
}

async function checkPort({ host, port }: Config): Promise<Finding> {
  const code = await new Promise<string | undefined>(resolve => {
    const probe = createServer()
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .once('listening', () => probe.close(() => resolve(undefined)))
      .listen(port, host)
  })
  if (code === undefined) return { state: 'good', found: `${host}:${port} is free` }
  if (code === 'EADDRINUSE' && (await isMedley(host, port))) {
    return { state: 'good', found: `Medley is running on ${host}:${port}` }
  }
  return { state: 'broken', found: `${host}:${port}: ${code}`, fix: 'Stop what listens there, or set PORT or HOST.' }
}

async function isMedley(host: string, port: number): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`http://${host}:${port}/health/live`, {
      headersTimeout: 2000,
      bodyTimeout: 2000,
    })
    return statusCode === 200 && ((await body.json()) as { status?: unknown }).status === 'live'
  } catch {
    return false
  }
}

async function checkDatabase({ database: address }: Config): Promise<Finding> {
  try {
    const database = await openDatabase(address)
    await database.ping()
    await database.close()
    return { state: 'good', found: address.kind === 'sqlite' ? address.file : 'PostgreSQL answers' }
  } catch (error) {
    return {
      state: 'broken',
      found: (error as Error).message,
      fix:
        address.kind === 'sqlite'
          ? 'Check that MEDLEY_DATA can be written, and that the disk is not full.'
          : 'Check "database:" in medley.yaml: address, user, password, and that the server runs.',
    }
  }
}

async function checkBlobStore(config: Config): Promise<Finding> {
  try {
    const blobs = await openBlobs(config)
    await blobs.check()
    await blobs.close()
    const place = config.blobs.kind === 'disk' ? config.blobs.folder : `s3://${config.blobs.bucket}`
    return { state: 'good', found: `${place}: written, read and deleted` }
  } catch (error) {
    return {
      state: 'broken',
      found: (error as Error).message,
      fix:
        config.blobs.kind === 'disk'
          ? 'Check that the folder can be written.'
          : 'Check "blobs:", AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and that the bucket exists.',
    }
  }
}

async function checkLimits({ limits }: Config): Promise<Finding> {
  if (limits.kind === 'memory') return { state: 'good', found: 'counted in memory' }
  try {
    await checkRedis(limits.url)
    return { state: 'good', found: 'the shared counts are in reach' }
  } catch (error) {
    return { state: 'broken', found: (error as Error).message, fix: 'Check "limits:" and that Valkey or Redis runs.' }
  }
}

function checkWeights(config: Config): Finding {
  const starter = openWeights(config, openCatalog(config))
    .list()
    .filter(({ entry }) => entry.starter)
  const lacking = starter.filter(({ state }) => state.state !== 'ready')
  if (lacking.length === 0) return { state: 'good', found: `the starter set is in ${config.weightsFolder}` }
  const names = lacking.map(({ entry, state }) =>
    state.state === 'arriving' ? `${entry.name} (arriving, ${state.percent} %)` : entry.name,
  )
  const bytes = lacking.reduce((sum, { entry }) => sum + bytesOf(entry), 0)
  return {
    state: 'warning',
    found: `${lacking.length} of ${starter.length} of the starter set are not here (${showSize(bytes)}): ${names.join(', ')}`,
    fix:
      config.pull === 'never'
        ? 'MEDLEY_PULL=never: run "medley models pull --starter --to DIR" where there is a network, and copy DIR to MEDLEY_WEIGHTS.'
        : 'The server fetches them as it runs; "medley models pull --starter" does it now.',
  }
}

async function checkEngine(url: string, key: string | undefined): Promise<Finding> {
  const fix = 'Check the url and the key in medley.yaml, and that the inference server runs.'
  try {
    const { statusCode, body } = await request(`${url}/models`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      headersTimeout: 5000,
      bodyTimeout: 5000,
    })
    await body.dump()
    if (statusCode < 400) return { state: 'good', found: `${url} answers` }
    return { state: 'broken', found: `${url} answers ${statusCode}`, fix }
  } catch (error) {
    return { state: 'broken', found: `${url}: ${(error as Error).message}`, fix }
  }
}
