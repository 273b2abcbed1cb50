/** One thing that is wrong; what comes from the environment has no line. */
export interface Problem {
  readonly file: string
  readonly line?: number
  readonly column?: number
  /** The key, such as `models.svc-asr.url[1]`, or the variable's name; empty for the file as a whole. */
  readonly path: string
  readonly message: string
}

export type Report = (problem: Problem) => void

export class ConfigError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const ordered = [...problems].sort(inReadingOrder)
    super(ordered.map(problemLine).join('\n'))
    this.name = 'ConfigError'
    this.problems = Object.freeze(ordered.map(problem => Object.freeze(problem)))
  }
}

export function environmentProblem(variable: string, message: string): Problem {
  return { file: 'environment', path: variable, message }
}

function problemLine({ file, line, column, path, message }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`
  return path === '' ? `${place}: ${message}` : `${place}: ${path}: ${message}`
}

function inReadingOrder(a: Problem, b: Problem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
