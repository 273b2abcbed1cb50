import { Type } from 'typebox'
import { checkerOf } from './checker.ts'
import { type EngineName, engines, type ModelConfig } from './engines/index.ts'
import { settleCapability } from './model-capability.ts'
import { acceptedModelId, isModelId } from './model-id.ts'
import { nearest } from './nearest.ts'
import { checkPipelines } from './pipeline-models.ts'
import type { SectionContext } from './section.ts'
import { pointerTo, problemAt, type Tree } from './tree.ts'

/** Without a prototype, so that no id finds something that the file does not name. */
export type ModelsConfig = Readonly<Record<string, ModelConfig>>

const checkModels = checkerOf(
  Type.Object({}, { maxProperties: 1000, accepts: 'a map of at most 1000 model ids, each with its engine' }),
)
const engineNames = Object.keys(engines) as [EngineName, ...EngineName[]]
const checkHead = checkerOf(
  Type.Object({ engine: Type.Enum(engineNames) }, { accepts: 'a map with "engine" and the keys of that engine' }),
)

export function readModels(tree: Tree, context: SectionContext): ModelsConfig {
  const given = Object.hasOwn(tree.value, 'models')
    ? checkModels(tree, '/models', tree.value.models, context.report)
    : undefined

  const models = new Map<string, ModelConfig>()
  for (const [id, value] of Object.entries(given ?? {})) {
    const pointer = pointerTo('/models', id)
    if (!isModelId(id)) {
      context.report(problemAt(tree, pointer, 'key', `this name is not accepted; accepted: ${acceptedModelId}`))
    }
    const entry = readEntry(tree, pointer, id, value, context)
    if (entry !== undefined) models.set(id, entry)
  }
  checkPipelines(tree, models, Object.keys(given ?? {}), context.report)
  return Object.setPrototypeOf(Object.fromEntries(models), null)
}

function readEntry(
  tree: Tree,
  pointer: string,
  id: string,
  value: unknown,
  { report, resolvePath }: SectionContext,
): ModelConfig | undefined {
  const headed = withMistypedEngine(value)
  const head = checkHead(tree, pointer, headed, report)
  if (head === undefined) return undefined
  const checked = engines[head.engine].check(tree, pointer, headed, report)

  const settled = settleCapability(id, head.engine, checked?.capability)
  if ('problem' in settled) {
    report(problemAt(tree, pointerTo(pointer, settled.key), 'value', settled.problem))
    return undefined
  }
  return checked?.finish({ capability: settled.capability, resolvePath })
}

/** An entry that says `engin: openai` is checked as that engine's, which reports the key like any other mistyped one. */
function withMistypedEngine(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'engine' in value) return value
  for (const [key, held] of Object.entries(value)) {
    const engine = engineNames.find(name => name === held)
    if (engine !== undefined && nearest(key, ['engine']) !== undefined) return { ...value, engine }
  }
  return value
}
