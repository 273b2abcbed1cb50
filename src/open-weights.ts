import { fileURLToPath } from 'node:url'
import { EnvHttpProxyAgent } from 'undici'
import { loadCatalog } from './config/catalog.ts'
import type { Config } from './config/config.ts'
import type { EnvironmentVariables } from './config/environment.ts'
import type { Catalog } from './core/catalog.ts'
import { readNpmSettings } from './weights/npm-settings.ts'
import { createWeights, type OpenWeights } from './weights/weights.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export function openCatalog({ catalogFile }: Pick<Config, 'catalogFile'>): Catalog {
  return loadCatalog(catalogFile ?? fileURLToPath(new URL('../models/catalog.yaml', import.meta.url)), root)
}

/** The environment is where npm's credentials may stand; without it, those in its files are used. */
export function openWeights(
  config: Pick<Config, 'weightsFolder' | 'hub'>,
  catalog: Catalog,
  environment: EnvironmentVariables = {},
): OpenWeights {
  let npm: ReturnType<typeof readNpmSettings> | undefined
  return createWeights({
    catalog,
    folder: config.weightsFolder,
    supply: {
      npm() {
        npm ??= readNpmSettings(environment)
        // What failed may be mended by the next time.
        npm.catch(() => {
          npm = undefined
        })
        return npm
      },
      hub: { ...config.hub, dispatcher: new EnvHttpProxyAgent({ connect: { timeout: 15_000 } }) },
    },
  })
}
