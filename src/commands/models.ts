import { Command } from 'commander'
import { createModels } from '../services/models.ts'
import { print, printJson, table } from './output.ts'

export function modelsCommand(): Command {
  return new Command('models').description('The models that this server offers.').addCommand(
    new Command('list')
      .description('List the model ids and the engine behind each.')
      .option('--json', 'print JSON')
      .action(async ({ json }: { json?: boolean }) => {
        const { loadConfig } = await import('../config/config.ts')
        const { models: configured } = loadConfig(process.env, process.cwd())
        const engineOf = (id: string) => configured[id]?.engine ?? 'built-in'
        const models = createModels(
          Object.entries(configured).map(([id, model]) => ({ id, ...model })),
          Date.now(),
        ).list()
        if (json) return printJson(models.map(model => ({ ...model, engine: engineOf(model.id) })))
        print(
          table(
            ['ID', 'DOES', 'ENGINE'],
            models.map(({ id, capability }) => [id, capability, engineOf(id)]),
          ),
        )
      }),
  )
}
