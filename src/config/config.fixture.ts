import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, ConfigError, loadConfig } from './config.ts'

type Environment = Record<string, string | undefined>

/** Runs with a fresh working folder that holds the given files. */
export function inFolder<Result>(files: Record<string, string | Uint8Array>, run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'medley-config-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function loadYaml(yaml: string | Uint8Array, environment: Environment = {}): Config {
  return inFolder({ 'medley.yaml': yaml }, folder => loadConfig(environment, folder))
}

/** The lines that a file is refused with. */
export function refusal(yaml: string | Uint8Array, environment: Environment = {}): string[] {
  return refusalOf(() => loadYaml(yaml, environment))
}

export function refusalOf(load: () => Config): string[] {
  try {
    load()
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  throw new Error('the configuration was accepted')
}
