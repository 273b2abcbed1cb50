import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../src/version.ts'
import { medley } from './support/command-line.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...words: string[]) => medley(folder, words)
const json = async (...words: string[]) => {
  const { code, output, errors } = await run(...words, '--json')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

describe.concurrent('the command line', () => {
  it.each([
    '',
    'serve',
    'keys',
    'keys create',
    'keys list',
    'keys revoke',
    'models',
    'models list',
    'models pull',
    'models remove',
    'config',
    'config check',
    'doctor',
  ])('explains "medley %s"', async words => {
    const { code, output, errors } = await run(...words.split(' ').filter(Boolean), '--help')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(new RegExp(`^Usage: medley ${words}`))
    expect(output.split('\n').length).toBeGreaterThan(4)
  })

  it.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['serve', 'extra'], 'too many arguments'],
    [['serve', '--nonsense'], "unknown option '--nonsense'"],
    [['keys', 'nonsense'], "unknown command 'nonsense'"],
    [['keys', 'create'], "required option '--name <name>' not specified"],
    [['keys', 'create', '--name', 'x', '--scopes', 'chat,nonsense'], '"nonsense" is not a family; accepted: chat, '],
    [['keys', 'create', '--name', 'x', '--requests-per-minute', '0'], 'It must be a whole number from 1.'],
    [['keys', 'revoke'], "missing required argument 'id'"],
    [['models', 'pull'], 'say which weights: names, --starter or --all'],
  ])('refuses %j with 2', async (words, message) => {
    const { code, output, errors } = await run(...words)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(message)
    expect(errors).not.toMatch(/\n\s+at /)
  })

  it('says what is wrong in the configuration, with file and line', async () => {
    const file = join(folder, 'wrong.yaml')
    await writeFile(file, 'server:\n  stop_seconds: soon\n')
    for (const words of [['serve'], ['config', 'check'], ['keys', 'list']]) {
      const { code, output, errors } = await medley(folder, words, { MEDLEY_CONFIG: file })
      expect({ words, code, output }).toEqual({ words, code: 2, output: '' })
      expect(errors).toMatch(/wrong\.yaml:2:\d+/)
      expect(errors).toContain('stop_seconds')
    }
    const port = await medley(folder, ['config', 'check'], { PORT: 'http' })
    expect(port.code).toBe(2)
    expect(port.errors).toContain('PORT')
  }, 60_000)

  it('makes, lists and revokes keys', async () => {
    const made = await json('keys', 'create', '--name', 'phone', '--project', 'home', '--scopes', 'chat,speech')
    expect(made).toMatchObject({ name: 'phone', scopes: ['chat', 'speech'], admin: false, limits: {} })
    expect(made.secret).toMatch(/^mk-\w{40}$/)
    const plain = await run('keys', 'create', '--name', 'laptop', '--admin', '--requests-per-minute', '60')
    expect(plain.output).toMatch(/^mk-\w{40}\n\nlaptop \(key_\w+\)\. Keep it: it can't be shown again\.\n$/)

    const listed: { id: string; name: string }[] = await json('keys', 'list')
    expect(listed.map(({ name }) => name)).toEqual(['phone', 'laptop'])
    expect(listed[1]).toMatchObject({ admin: true, limits: { requestsPerMinute: 60 } })
    expect(JSON.stringify(listed)).not.toMatch(/hash|secret/)

    expect(await json('keys', 'revoke', made.id)).toMatchObject({ id: made.id, revokedAt: expect.any(Number) })
    const table = (await run('keys', 'list')).output.split('\n')
    expect(table[0]).toMatch(/^ID +NAME +PROJECT +SECRET +MADE +STATE$/)
    expect(table[1]).toMatch(/ phone +home +mk-\w{4}… +\d{4}-\d\d-\d\d +revoked$/)
    expect(table[2]).toMatch(/ laptop +default +mk-\w{4}… +\d{4}-\d\d-\d\d +admin$/)
    const absent = await run('keys', 'revoke', 'key_absent')
    expect(absent).toEqual({ code: 1, output: '', errors: 'medley: There is no key "key_absent".\n' })
  }, 60_000)

  it('lists models with their engines', async () => {
    const file = join(folder, 'models.yaml')
    await writeFile(
      file,
      'models:\n  house-8B: { engine: openai, url: "http://127.0.0.1:9/v1", model: m, capability: text }\n',
    )
    const { output } = await medley(folder, ['models', 'list', '--json'], { MEDLEY_CONFIG: file })
    const { models, weights }: { models: { id: string }[]; weights: object[] } = JSON.parse(output)
    expect(weights).toContainEqual(expect.objectContaining({ name: 'medley-46m', state: 'ready', bytes: 26573088 }))
    expect(models.map(({ id }) => id)).toContain('svcaudio-2.5-tts')
    expect(models.at(-1)).toMatchObject({ id: 'house-8B', capability: 'text', engine: 'openai' })
    expect(models.find(({ id }) => id === 'svc-3.7-flash')).toMatchObject({ engine: 'llama (medley-46m)' })
    expect(models.find(({ id }) => id === 'svc-asr')).toMatchObject({ engine: 'recogniser' })
  })

  it('knows the weights that come with it', async () => {
    expect(await run('models', 'pull', 'medley-46m')).toMatchObject({ code: 0, errors: '' })
    for (const verb of ['pull', 'remove']) {
      const { code, output, errors } = await run('models', verb, 'medly-46m')
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(errors).toMatch(/^medley: there are no weights named "medly-46m"; did you mean "medley-46m"\? there are: /)
    }
    expect(await run('models', 'remove', 'medley-46m')).toMatchObject({ code: 1, output: '' })
  }, 60_000)

  it('approves of a good configuration', async () => {
    const file = join(folder, 'good.yaml')
    await writeFile(file, 'server: { stop_seconds: 5 }\n')
    const { code, output } = await medley(folder, ['config', 'check'], { MEDLEY_CONFIG: file })
    expect({ code, output }).toEqual({ code: 0, output: `${file} is good.\n` })
  })

  it('finds out what is broken, and says how to mend it', async () => {
    const file = join(folder, 'unreachable.yaml')
    await writeFile(file, 'limits: redis://127.0.0.1:9\n')
    const good = await medley(folder, ['doctor', '--json'], { PORT: '0' })
    expect(good.code).toBe(0)
    const findings: { name: string; state: string; fix?: string }[] = JSON.parse(good.output)
    expect(findings.map(({ name }) => name)).toEqual(['node', 'disk', 'port', 'database', 'blobs', 'limits', 'weights'])
    expect(findings.filter(({ state }) => state === 'broken')).toEqual([])
    const bad = await medley(folder, ['doctor', '--json'], { PORT: '0', MEDLEY_CONFIG: file })
    expect(bad.code).toBe(1)
    const limits = JSON.parse(bad.output).find(({ name }: { name: string }) => name === 'limits')
    expect(limits).toMatchObject({ state: 'broken', fix: 'Check "limits:" and that Valkey or Redis runs.' })
  }, 60_000)

  it('is found by npx in the checkout', async () => {
    const checkout = join(import.meta.dirname, '..')
    const { stdout } = await promisify(execFile)('npx', ['--no-install', 'medley', '--version'], { cwd: checkout })
    expect(stdout).toBe(`${version}\n`)
  })
})
