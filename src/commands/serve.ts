import { Command } from 'commander'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/config.ts'
import { createLogger } from '../logger.ts'
import { buildPlatform, type Platform } from '../platform.ts'
import { print } from './output.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the server. This is what "npm start" does.')
    .addHelpText('after', '\nStops on SIGTERM or Ctrl-C: no new work, running streams get up to 20 s.')
    .action(async () => serve(loadConfig(process.env, process.cwd())))
}

async function serve(config: Config): Promise<void> {
  const logger = await createLogger(config.log)
  const platform = await buildPlatform(config, logger)
  stopOnSignal(platform, config, logger)

  const firstSecret = await makeFirstKey(platform, config)
  const address = await listen(platform, config)
  print(`Medley listens on ${address}`)
  if (firstSecret !== undefined) {
    print(`\n  Your key, shown once: ${firstSecret}\n  It is an admin key. "medley keys create" makes others.\n`)
  }
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
