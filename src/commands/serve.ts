import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Command } from 'commander'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Platform } from '../platform.ts'
import { print } from './output.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the server. This is what "npm start" does.')
    .addHelpText('after', '\nStops on SIGTERM or Ctrl-C: no new work, running streams get up to 20 s.')
    .action(serve)
}

async function serve(): Promise<void> {
  rememberWhatRuns()
  // Loaded here, as in every command: asking for help should not wait for all of the server.
  const { loadConfig } = await import('../config/config.ts')
  const config = loadConfig(process.env, process.cwd())
  const { createLogger } = await import('../logger.ts')
  const { buildPlatform } = await import('../platform.ts')
  const logger = await createLogger(config.log)
  const platform = await buildPlatform(config, logger, process.env)
  stopOnSignal(platform, config, logger)

  // After the listening: a start that fails must not use up the one time that the key is shown.
  const address = await listen(platform, config)
  const firstSecret = await makeFirstKey(platform, config)
  print(`Medley listens on ${address}`)
  giveBackMemory()
  if (firstSecret !== undefined) {
    print(`\n  Your key, shown once: ${firstSecret}\n  It is an admin key. "medley keys create" makes others.\n`)
  }
  const copied = await platform.weights.takeInCopies()
  if (copied.length > 0) logger.info({ weights: copied }, 'weights that were copied here are good')
  if (config.pull !== 'never') {
    const { showStarterSet } = await import('./starter-progress.ts')
    platform.fetchStarterSet(showStarterSet(platform.weights, logger))
  }
}

/**
 * Two habits of the collector that a server suffers from. While it loads, much of what is made stays: the collector would
 * conclude that what the same lines make for each request stays too. And what is known of lines that did not run for a
 * while would be thrown away: after a pause the next thousands of requests would cost several times as much.
 */
function rememberWhatRuns(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--no-flush-bytecode')
}

const quietMs = 60_000

/**
 * Loading leaves tens of megabytes of garbage that the collector would otherwise keep until there is load, and load leaves
 * more. Collecting takes a moment and makes V8 forget what it knows of functions, so it waits for a minute of rest.
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collectAll: (options: object) => void = runInNewContext('gc')
  let kept = 0
  const collect = () => {
    collectAll({ type: 'major', flavor: 'last-resort' })
    kept = process.memoryUsage().heapTotal
  }
  setTimeout(collect, 500).unref()
  let before = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const isQuiet = performance.eventLoopUtilization(now, before).utilization < 0.01
    before = now
    if (isQuiet && process.memoryUsage().heapTotal > 1.25 * kept) collect()
  }
  setInterval(look, quietMs).unref()
}

/** On the very first start, so that the server is of use at once. */
async function makeFirstKey({ keys }: Platform, config: Config): Promise<string | undefined> {
  if (config.apiKey !== undefined || (await keys.list()).length > 0) return undefined
  const { secret } = await keys.create({ name: 'first key', admin: true })
  return secret
}

async function listen({ app, close }: Platform, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    await close()
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new Error(`port ${port} is in use; stop what listens there or set PORT to another`)
    }
    throw error
  }
}

function stopOnSignal(platform: Platform, config: Config, logger: Logger): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal does not wait.
      if (stopping) process.exit(1)
      stopping = true
      logger.info({ signal }, 'stopping')
      platform.close(config.server.stopSeconds * 1000).then(
        () => process.exit(0),
        error => {
          logger.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}
