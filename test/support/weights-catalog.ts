import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256, type WeightsServer } from './weights-server.ts'

const revision = 'b'.repeat(40)

export interface CatalogFile {
  readonly name: string
  readonly capability?: string
  readonly content: Buffer
  readonly from?: 'huggingface' | 'npm'
  readonly starter?: boolean
  readonly rank?: number
}

/** Writes a catalogue whose weights this server has, and answers with the variables under which Medley uses it. */
export async function writeCatalog(
  folder: string,
  server: WeightsServer,
  entries: readonly CatalogFile[],
): Promise<Record<string, string>> {
  const lines = entries.flatMap(
    ({ name, capability = 'text', content, from = 'huggingface', starter = false, rank }) => {
      const path = `${name}.gguf`
      if (from === 'npm') server.publish(`weights-${name}`, '1.0.0', { [path]: content })
      else server.offer('owner/weights', revision, path, content)
      const source =
        from === 'npm'
          ? `npm: weights-${name}@1.0.0, path: ${path}`
          : `huggingface: owner/weights, revision: ${revision}, path: ${path}`
      return [
        `  ${name}:`,
        `    capability: ${capability}`,
        '    description: For a test.',
        '    licence: MIT',
        '    upstream: this test',
        `    starter: ${starter}`,
        ...(rank === undefined ? [] : [`    rank: ${rank}`]),
        '    files:',
        `      - { path: ${path}, bytes: ${content.length}, sha256: "${sha256(content)}", sources: [{ ${source} }] }`,
      ]
    },
  )
  const file = join(folder, 'catalog.yaml')
  await writeFile(file, ['weights:', ...lines, ''].join('\n'))
  return {
    MEDLEY_CATALOG: file,
    MEDLEY_PULL: 'auto',
    HF_ENDPOINT: server.url,
    npm_config_registry: server.url,
    npm_config_update_notifier: 'false',
  }
}
