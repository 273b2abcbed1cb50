import { isAbsolute, join, relative, resolve } from 'node:path'
import { ConfigError, environmentProblem, type Problem, type Report } from './config-error.ts'
import { readConfigFile } from './config-file.ts'
import { deepFreeze } from './deep-freeze.ts'
import { type EnvironmentVariables, givenVariables, type HubConfig, readEnvironment } from './environment.ts'
import { type ModelsConfig, readModels } from './models.ts'
import type { BlobsConfig } from './sections/blobs.ts'
import type { DatabaseConfig } from './sections/database.ts'
import type { FetchConfig } from './sections/fetch.ts'
import { sections } from './sections/index.ts'
import type { LimitsConfig } from './sections/limits.ts'
import type { LogConfig } from './sections/log.ts'
import type { ServerConfig } from './sections/server.ts'
import { showValue } from './show.ts'
import type { Tree } from './tree.ts'
import { reportUnknownKeys } from './unknown-keys.ts'
import { readYamlTree } from './yaml-tree.ts'

export { ConfigError } from './config-error.ts'
export { describeConfig } from './describe-config.ts'

/** Everything that the outside decides; frozen all the way down. Paths are absolute. */
export interface Config {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly dataFolder: string
  /** Where the weights of built-in models are kept. */
  readonly weightsFolder: string
  /** The list of weights that can be fetched; undefined: the one that comes with Medley. */
  readonly catalogFile: string | undefined
  readonly hub: HubConfig
  /** The file that was read; undefined when there is none. */
  readonly file: string | undefined
  readonly apiKey: string | undefined
  /** Whether weights may be fetched. */
  readonly pull: 'auto' | 'never'
  readonly database: DatabaseConfig
  readonly blobs: BlobsConfig
  readonly limits: LimitsConfig
  /** How callers reach the server; undefined: as the request says. */
  readonly publicUrl: string | undefined
  readonly fetch: FetchConfig
  readonly log: LogConfig
  /** Where spans are posted; undefined: nowhere. */
  readonly traces: string | undefined
  readonly server: ServerConfig
  /** Where the built-in tool `web_search` looks; undefined: nowhere. */
  readonly webSearch: string | undefined
  readonly models: ModelsConfig
}

/** Reads the environment and the file that it names; throws one ConfigError that holds every problem. */
export function loadConfig(environment: EnvironmentVariables, workingFolder: string): Config {
  const problems: Problem[] = []
  const report: Report = problem => problems.push(problem)
  const resolvePath = (path: string) => resolve(workingFolder, path)

  const { data, weights, catalog, configFile, ...own } = readEnvironment(environment, report)
  const dataFolder = resolvePath(data)
  const file = resolvePath(configFile ?? 'medley.yaml')
  const tree = readTree(file, configFile, environment, workingFolder, report)
  const context = { report, variables: givenVariables(environment), dataFolder, resolvePath }

  const read = tree ?? { file: '', value: {}, spots: new Map() }
  reportUnknownKeys(read, ['models', ...Object.keys(sections)], report)
  const config: Config = {
    ...own,
    dataFolder,
    weightsFolder: weights === undefined ? join(dataFolder, 'weights') : resolvePath(weights),
    catalogFile: catalog === undefined ? undefined : resolvePath(catalog),
    file: tree === undefined ? undefined : file,
    database: sections.database.read(read, 'database', context),
    blobs: sections.blobs.read(read, 'blobs', context),
    limits: sections.limits.read(read, 'limits', context),
    publicUrl: sections.public_url.read(read, 'public_url', context),
    fetch: sections.fetch.read(read, 'fetch', context),
    log: sections.log.read(read, 'log', context),
    traces: sections.traces.read(read, 'traces', context),
    server: sections.server.read(read, 'server', context),
    webSearch: sections.web_search.read(read, 'web_search', context),
    models: readModels(read, context),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return deepFreeze(config)
}

function readTree(
  file: string,
  asked: string | undefined,
  environment: EnvironmentVariables,
  workingFolder: string,
  report: Report,
): Tree | undefined {
  const read = readConfigFile(file)
  if ('absent' in read) {
    if (asked !== undefined) {
      report(
        environmentProblem('MEDLEY_CONFIG', `${showValue(asked)} does not exist; accepted: the path of a YAML file`),
      )
    }
    return undefined
  }
  const near = relative(workingFolder, file)
  const shown = near.startsWith('..') || isAbsolute(near) ? file : near
  if ('text' in read) return readYamlTree(read.text, shown, name => environment[name], report)
  report({ file: shown, line: 1, column: 1, path: '', message: read.problem })
  return undefined
}
