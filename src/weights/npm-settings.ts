import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { PullError, reasonOf } from './failure.ts'

/** How npm on this machine reaches its registry. */
export interface NpmSettings {
  registryOf(packageName: string): string
  /** The headers that npm would send to this address. */
  credentialsFor(url: string): Readonly<Record<string, string>>
  readonly dispatcher: Dispatcher
}

type Values = Readonly<Record<string, unknown>>

/** Asks npm itself, so that mirrors, proxies and certificates are those that the user has set, wherever they were set. */
export async function readNpmSettings(variables: Readonly<Record<string, string | undefined>>): Promise<NpmSettings> {
  const values = await npmConfig()
  const files = [values.globalconfig, values.userconfig, join(process.cwd(), '.npmrc')]
  // npm does not tell secrets: they are read from the files that it names.
  const secrets = Object.assign({}, ...(await Promise.all(files.map(file => linesOf(String(file), variables)))), {
    ...variablesAsSettings(variables),
  })
  const cafile = typeof values.cafile === 'string' && values.cafile !== '' ? values.cafile : undefined
  const ca = cafile === undefined ? values.ca : await readFile(cafile, 'utf8').catch(() => values.ca)
  return npmSettings({ ...values, ...secrets, ca })
}

async function npmConfig(): Promise<Values> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['config', 'list', '--long', '--json'], {
      timeout: 60_000,
      maxBuffer: 8 * 1024 * 1024,
    })
    return JSON.parse(stdout)
  } catch (error) {
    throw new PullError(`npm can't be asked for its configuration (${reasonOf(error).split('\n')[0]})`, {
      cause: error,
    })
  }
}

export function npmSettings(values: Values): NpmSettings {
  const text = (key: string) => (typeof values[key] === 'string' && values[key] !== '' ? values[key] : undefined)
  const registry = withSlash(text('registry') ?? '')
  return {
    registryOf(packageName) {
      const scope = packageName.startsWith('@') ? packageName.split('/')[0] : undefined
      return withSlash((scope && text(`${scope}:registry`)) ?? registry)
    },
    credentialsFor: url => credentials(url, text),
    dispatcher: proxyAgent(values, text),
  }
}

function proxyAgent(values: Values, text: (key: string) => string | undefined): Dispatcher {
  const certificates = Array.isArray(values.ca) ? values.ca.join('\n') : text('ca')
  const tls = {
    ...(certificates !== undefined && { ca: certificates }),
    ...(values['strict-ssl'] === false && { rejectUnauthorized: false }),
  }
  const proxy = text('proxy')
  const httpsProxy = text('https-proxy') ?? proxy
  const without = Array.isArray(values.noproxy) ? values.noproxy.join(',') : text('noproxy')
  return new EnvHttpProxyAgent({
    connect: { timeout: 15_000, ...tls },
    requestTls: tls,
    ...(proxy !== undefined && { httpProxy: proxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    ...(without !== undefined && without !== '' && { noProxy: without }),
  })
}

/** npm keeps them by host and path: `//host/path/:_authToken`; the longest path that fits counts. */
function credentials(url: string, text: (key: string) => string | undefined): Record<string, string> {
  const { host, pathname } = new URL(url)
  for (let path = pathname.replace(/[^/]*$/, ''); ; path = path.replace(/[^/]+\/$/, '')) {
    const of = (key: string) => text(`//${host}${path}:${key}`) ?? text(`//${host}${path.replace(/\/$/, '')}:${key}`)
    const token = of('_authToken')
    if (token !== undefined) return { authorization: `Bearer ${token}` }
    const basic = of('_auth')
    if (basic !== undefined) return { authorization: `Basic ${basic}` }
    const [user, password] = [of('username'), of('_password')]
    if (user !== undefined && password !== undefined) {
      const plain = `${user}:${Buffer.from(password, 'base64').toString()}`
      return { authorization: `Basic ${Buffer.from(plain).toString('base64')}` }
    }
    if (path === '/') return {}
  }
}

/** The credentials in one npmrc; `${NAME}` stands for a variable, as in npm. */
async function linesOf(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const content = await readFile(file, 'utf8').catch(() => '')
  const found = content.split('\n').flatMap((line): [string, string][] => {
    const [, key, value] = /^\s*(\/\/[^=\s]+:[\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key === undefined || value === undefined) return []
    const bare = value.replace(/^(["'])(.*)\1$/, '$2')
    return [[key, bare.replaceAll(/\$\{([^}?]+)\??\}/g, (whole, name: string) => variables[name] ?? whole)]]
  })
  return Object.fromEntries(found)
}

function variablesAsSettings(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(variables).flatMap(([name, value]): [string, string][] => {
    const key = /^npm_config_(\/\/.+)$/i.exec(name)?.[1]
    return key === undefined || value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(given)
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
