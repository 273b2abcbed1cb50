import { Command, InvalidArgumentError, Option } from 'commander'
import { type ApiKey, type Family, families, type Project } from '../core/keys.ts'
import type { Keys, NewKey } from '../services/keys.ts'
import { print, printJson, table } from './output.ts'

export function keysCommand(): Command {
  return new Command('keys')
    .description('Make, list and revoke keys. A running server knows of it at once.')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
}

const scopes = families.filter(family => family !== 'admin')

function createCommand(): Command {
  return new Command('create')
    .description('Make a key. Its secret is shown once; only a hash of it is kept.')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--project <name>', 'the project that owns what the key makes; made when there is none', 'default')
    .option('--admin', 'may also use /v1/admin')
    .addOption(new Option('--scopes <list>', `only these endpoint families: ${scopes.join(',')}`).argParser(readScopes))
    .option('--requests-per-minute <n>', 'rate limit', readCount)
    .option('--concurrent-requests <n>', 'requests at a time', readCount)
    .option('--requests-per-month <n>', 'quota of a calendar month (UTC)', readCount)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  medley keys create --name phone --project home --scopes chat,speech')
    .action(async (options: CreateOptions) => {
      const { key, secret } = await withKeys(keys => keys.create(newKeyFrom(options)))
      if (options.json) printJson({ ...shown(key), secret })
      else print(`${secret}\n\n${key.name} (${key.id}). Keep it: it can't be shown again.`)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('List the keys, without their secrets.')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { all, projects } = await withKeys(async keys => ({
        all: await keys.list(),
        projects: await keys.projects(),
      }))
      if (json) return printJson(all.map(shown))
      const nameOf = (id: string) => projects.find((project: Project) => project.id === id)?.name ?? id
      print(
        table(
          ['ID', 'NAME', 'PROJECT', 'SECRET', 'MADE', 'STATE'],
          all.map(key => [
            key.id,
            key.name,
            nameOf(key.projectId),
            key.hint,
            new Date(key.createdAt).toISOString().slice(0, 10),
            key.revokedAt === undefined ? (key.admin ? 'admin' : 'active') : 'revoked',
          ]),
        ),
      )
    })
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revoke a key by its id; it stops working at once.')
    .argument('<id>', 'as "medley keys list" shows it')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const key = await withKeys(keys => keys.revoke(id))
      if (json) printJson(shown(key))
      else print(`${key.name} (${key.id}) is revoked.`)
    })
}

interface CreateOptions {
  readonly name: string
  readonly project: string
  readonly admin?: boolean
  readonly scopes?: readonly Family[]
  readonly requestsPerMinute?: number
  readonly concurrentRequests?: number
  readonly requestsPerMonth?: number
  readonly json?: boolean
}

function newKeyFrom(options: CreateOptions): NewKey {
  const { name, project, admin, scopes, requestsPerMinute, concurrentRequests, requestsPerMonth } = options
  return {
    name,
    project,
    ...(admin && { admin }),
    ...(scopes && { scopes }),
    limits: {
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
      ...(concurrentRequests !== undefined && { concurrentRequests }),
      ...(requestsPerMonth !== undefined && { requestsPerMonth }),
    },
  }
}

async function withKeys<T>(use: (keys: Keys) => Promise<T>): Promise<T> {
  const { loadConfig } = await import('../config/config.ts')
  const config = loadConfig(process.env, process.cwd())
  const { openState } = await import('../state.ts')
  const { pino } = await import('pino')
  await using closing = new AsyncDisposableStack()
  const { keys } = await openState(config, pino({ level: 'silent' }), closing)
  return await use(keys)
}

function shown({ hash: _, ...key }: ApiKey): Omit<ApiKey, 'hash'> {
  return key
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}

function readScopes(text: string): readonly Family[] {
  return text.split(',').map(word => {
    const scope = scopes.find(one => one === word.trim())
    if (scope) return scope
    throw new InvalidArgumentError(`"${word}" is not a family; accepted: ${scopes.join(', ')}.`)
  })
}
