import { resolve } from 'node:path'
import { Command } from 'commander'
import { suggestion } from '../config/nearest.ts'
import { bytesOf, type Catalog, type WeightsEntry } from '../core/catalog.ts'
import { showSize } from '../weights/size.ts'
import { print, printJson } from './output.ts'

interface PullOptions {
  readonly all?: boolean
  readonly starter?: boolean
  readonly to?: string
  readonly json?: boolean
}

export function pullCommand(): Command {
  return new Command('pull')
    .description('Fetch the weights of built-in models; what was begun goes on where it stopped.')
    .argument('[names...]', 'as "medley models list" shows them')
    .option('--starter', 'what the first start of the server would fetch')
    .option('--all', 'everything in the catalogue')
    .option(
      '--to <folder>',
      'where to put them instead of MEDLEY_WEIGHTS; copy that folder to a machine without network',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  medley models pull qwen3-0.6b\n  medley models pull --starter --to /media/stick/weights',
    )
    .action(pull)
}

async function pull(names: readonly string[], options: PullOptions, command: Command): Promise<void> {
  if (names.length === 0 && !options.all && !options.starter) {
    command.error('error: say which weights: names, --starter or --all')
  }
  const { loadConfig } = await import('../config/config.ts')
  const { openCatalog, openWeights } = await import('../open-weights.ts')
  const config = loadConfig(process.env, process.cwd())
  const catalog = openCatalog(config)
  const entries = chosen(catalog, names, options)
  const weightsFolder = options.to === undefined ? config.weightsFolder : resolve(options.to)
  const weights = openWeights({ ...config, weightsFolder }, catalog, process.env)

  const { createProgressBar } = await import('./progress-bar.ts')
  const bar = createProgressBar(process.stderr)
  weights.watch(bar.show)
  const stop = () => void weights.close()
  process.once('SIGINT', stop).once('SIGTERM', stop)

  const results: { name: string; licence: string; bytes: number; fetched: boolean; folder: string }[] = []
  const failures: string[] = []
  for (const entry of entries) {
    const { name, licence } = entry
    const fetched = weights.state(name).state !== 'ready'
    if (fetched && !options.json) print(`${name}: ${showSize(bytesOf(entry))}, licence ${licence}`)
    try {
      await weights.pull(name)
    } catch (error) {
      bar.clear()
      failures.push(
        (error as Error).name === 'AbortError' ? 'stopped; run the same again to go on' : (error as Error).message,
      )
      if ((error as Error).name === 'AbortError') break
      continue
    }
    bar.clear()
    results.push({ name, licence, bytes: bytesOf(entry), fetched, folder: weights.folder(name) })
    if (options.json) continue
    if (weights.get(name).comesWithMedley) print(`${name} comes with Medley: there is nothing to fetch.`)
    else print(fetched ? `${name} is here: ${weights.folder(name)}` : `${name} was here already.`)
  }
  if (options.json) printJson(results)
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

function chosen(catalog: Catalog, names: readonly string[], { all, starter }: PullOptions): WeightsEntry[] {
  for (const name of names) assertKnown(catalog, name)
  return [...catalog.values()].filter(
    entry => names.includes(entry.name) || all === true || (starter === true && entry.starter),
  )
}

export function assertKnown(catalog: Catalog, name: string): void {
  if (catalog.has(name)) return
  const known = [...catalog.keys()]
  throw new Error(`there are no weights named "${name}";${suggestion(name, known)} there are: ${known.join(', ')}`)
}
