import { Command } from 'commander'
import { bytesOf } from '../core/catalog.ts'
import type { ListedWeights } from '../core/weights.ts'
import { createModels } from '../services/models.ts'
import type { OpenWeights } from '../weights/weights.ts'
import { print, printJson, table } from './output.ts'
import { assertKnown, pullCommand } from './pull.ts'

export function modelsCommand(): Command {
  return new Command('models')
    .description('The models that this server offers, and the weights of the built-in ones.')
    .addCommand(listCommand())
    .addCommand(pullCommand())
    .addCommand(removeCommand())
}

function listCommand(): Command {
  return new Command('list')
    .description('List the model ids with the engine behind each, and the weights with what is here of them.')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { loadConfig } = await import('../config/config.ts')
      const config = loadConfig(process.env, process.cwd())
      const { engineNames } = await import('../engine-names.ts')
      const { openCatalog, openWeights } = await import('../open-weights.ts')
      const { showSize } = await import('../weights/size.ts')
      const weights = openWeights(config, openCatalog(config), process.env)
      const engineOf = engineNames(config.models, weights)
      const models = createModels(
        Object.entries(config.models).map(([id, model]) => ({ id, ...model })),
        Date.now(),
      ).list()
      if (json) {
        return printJson({
          models: models.map(model => ({ ...model, engine: engineOf(model) })),
          weights: weights.list().map(described),
        })
      }
      print(
        table(
          ['ID', 'DOES', 'ENGINE'],
          models.map(model => [model.id, model.capability, engineOf(model)]),
        ),
      )
      print('')
      print(
        table(
          ['WEIGHTS', 'FOR', 'SIZE', 'LICENCE', 'STATE', 'WHAT IT IS'],
          weights
            .list()
            .map(one => [
              one.entry.name,
              one.entry.capability,
              showSize(bytesOf(one.entry)),
              one.entry.licence,
              stateOf(one),
              one.entry.description,
            ]),
        ),
      )
      print('\n"medley models pull <name>" fetches what is absent.')
    })
}

function described(one: ListedWeights): object {
  const { name, capability, description, licence, upstream, starter } = one.entry
  return { name, capability, description, licence, upstream, starter, bytes: bytesOf(one.entry), ...one.state }
}

function stateOf({ entry, state, comesWithMedley }: ListedWeights): string {
  if (comesWithMedley) return 'comes with Medley'
  if (state.state === 'arriving') return `arriving, ${state.percent} %`
  return state.state === 'ready' ? 'here' : entry.starter ? 'absent (starter)' : 'absent'
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Delete the weights of a built-in model that was fetched.')
    .argument('<name>', 'as "medley models list" shows it')
    .action(async (name: string) => {
      const { loadConfig } = await import('../config/config.ts')
      const config = loadConfig(process.env, process.cwd())
      const { openCatalog, openWeights } = await import('../open-weights.ts')
      const catalog = openCatalog(config)
      assertKnown(catalog, name)
      const weights: OpenWeights = openWeights(config, catalog)
      const wasThere = weights.state(name).state === 'ready'
      await weights.remove(name)
      print(wasThere ? `${name} is removed.` : `${name} was not here.`)
    })
}
