import { Command } from 'commander'
import { createModels } from '../services/models.ts'
import { print, printJson, table } from './output.ts'

export function modelsCommand(): Command {
  return new Command('models')
    .description('The models that this server offers, and the weights of the built-in ones.')
    .addCommand(listCommand())
    .addCommand(pullCommand())
    .addCommand(removeCommand())
}

function listCommand(): Command {
  return new Command('list')
    .description('List the model ids and the engine behind each.')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { loadConfig } = await import('../config/config.ts')
      const { models: configured } = loadConfig(process.env, process.cwd())
      const { engineNames } = await import('../engine-names.ts')
      const engineOf = engineNames(configured)
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
    })
}

function pullCommand(): Command {
  return new Command('pull')
    .description('Fetch the weights of a built-in model.')
    .argument('<name>', 'such as medley-46m')
    .option('--json', 'print JSON')
    .action(async (name: string, { json }: { json?: boolean }) => {
      await assertKnown(name)
      if (json) printJson({ name, fetched: false })
      else print(`${name} comes with Medley: there is nothing to fetch.`)
    })
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Delete the weights of a built-in model that was fetched.')
    .argument('<name>', 'as "medley models pull" fetched it')
    .action(async (name: string) => {
      await assertKnown(name)
      throw new Error(`${name} comes with Medley and can't be removed`)
    })
}

async function assertKnown(name: string): Promise<void> {
  const { builtInModel } = await import('../engines/llama/built-in-model.ts')
  if (name !== builtInModel.name) throw new Error(`there is no model "${name}"; there is: ${builtInModel.name}`)
}
