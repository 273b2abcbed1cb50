import { basename } from 'node:path'
import { type GgufInfo, readGguf } from '../gguf.ts'
import { LoadProblem } from '../load-problem.ts'

const kind = 'clip'

/** What a projector says of itself. */
export function readProjector(file: string): GgufInfo {
  const info = attempt(file, () => readGguf(file))
  const architecture = info.values.get('general.architecture')
  if (architecture !== kind) {
    throw new LoadProblem(`${nameOf(file)} is no projector: it holds a model of the kind "${architecture}".`)
  }
  return info
}

/** The file is named, but not where it lies. */
export function notTaken(projector: string, model: string): LoadProblem {
  return new LoadProblem(
    `${nameOf(projector)} is not taken by llama.cpp; it must be whole, and made for "${basename(model)}".`,
  )
}

function attempt<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const reason = error instanceof Error && !('code' in error) ? error.message : 'it is no file that can be read'
    throw new LoadProblem(`${nameOf(file)} can't be used: ${isMissing ? 'there is no such file' : reason}.`)
  }
}

function nameOf(file: string): string {
  return `The projector "${basename(file)}" ("mmproj")`
}
