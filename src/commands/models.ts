import { Command } from 'commander'
import type { Model } from '../core/models.ts'
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
        const { builtInModel } = await import('../engines/llama/built-in-model.ts')
        const engineOf = ({ id, capability }: Model) =>
          configured[id]?.engine ?? (capability === 'text' ? `llama (${builtInModel.name})` : 'built-in')
        const models = createModels(
          Object.entries(configured).map(([id, model]) => ({ id, ...model })),
          Date.now(),
        ).list()
        if (json) return printJson(models.map(model => ({ ...model, engine: engineOf(model) })))
        print(
          table(
            ['ID', 'DOES', 'ENGINE'],
            models.map(model => [model.id, model.capability, engineOf(model)]),
          ),
        )
      }),
  )
}
