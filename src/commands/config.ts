import { Command } from 'commander'
import { print, printJson } from './output.ts'

export function configCommand(): Command {
  return new Command('config').description('Look at the configuration.').addCommand(
    new Command('check')
      .description('Read the environment and medley.yaml; say what is wrong, with file and line.')
      .option('--json', 'print the whole configuration, secrets masked')
      .action(async ({ json }: { json?: boolean }) => {
        const { describeConfig, loadConfig } = await import('../config/config.ts')
        const config = loadConfig(process.env, process.cwd())
        if (json) return printJson(describeConfig(config))
        const count = Object.keys(config.models).length
        const source =
          config.file === undefined ? 'No medley.yaml: the built-in defaults serve.' : `${config.file} is good.`
        print(`${source} ${count === 0 ? '' : `${count} ${count === 1 ? 'model' : 'models'} configured.`}`.trim())
      }),
  )
}
