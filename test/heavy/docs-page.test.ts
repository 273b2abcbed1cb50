import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dressFor } from '../../src/api/dress.ts'
import { modelRoutes } from '../../src/api/models/route.ts'
import type { ApiKey } from '../../src/core/keys.ts'
import { docsRoutes } from '../../src/http/docs-page.ts'
import { describeRoutes } from '../../src/http/openapi.ts'
import { addFamily } from '../../src/http/server.ts'
import { createModels } from '../../src/services/models.ts'
import { createTestApp } from '../support/test-app.ts'

const executablePath = '/usr/bin/chromium'
const missing = !existsSync(executablePath)
const launchArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const secret = 'mk-docs-page'
const key: ApiKey = {
  id: 'key_1',
  projectId: 'proj_1',
  name: 'docs',
  hint: 'mk-d',
  hash: '',
  admin: false,
  limits: {},
  createdAt: 0,
}

async function startApp(): Promise<FastifyInstance> {
  const app = createTestApp()
  await describeRoutes(app, '0.0.0', dressFor)
  app.register(async scope => docsRoutes()(scope))
  const gate = { authenticate: (given: string) => (given === secret ? key : undefined), admit: () => {} }
  addFamily(app, 'models', gate, modelRoutes(createModels([], 0)))
  return app
}

interface Visit {
  readonly page: Page
  /** What the page asked of anyone but our server, and what it complained about. */
  readonly foreign: readonly string[]
  readonly complaints: readonly string[]
}

if (missing) process.stderr.write(`SKIPPED: the documentation page in a browser, for want of ${executablePath}\n`)

describe.skipIf(missing)('the documentation page in a browser', { timeout: 60_000 }, () => {
  let app: FastifyInstance
  let origin: string
  let browser: Browser

  beforeAll(async () => {
    app = await startApp()
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
    browser = await chromium.launch({ executablePath, args: launchArguments })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  async function visit(): Promise<Visit> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
    const foreign: string[] = []
    const complaints: string[] = []
    page.on('request', request => {
      const url = request.url()
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) foreign.push(url)
    })
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(`${origin}/docs`)
    await page.getByRole('heading', { name: 'List the models' }).waitFor()
    return { page, foreign, complaints }
  }

  it('shows the endpoints, asks nobody else, and complains of nothing', async () => {
    const { page, foreign, complaints } = await visit()
    expect(await page.getByText('List the models').first().isVisible()).toBe(true)
    expect(await page.getByText('/v1/models/{model}').first().isVisible()).toBe(true)
    // The page draws its sections as they come into view, and fetches fonts last of all.
    await page.getByText('/v1/models/{model}').last().scrollIntoViewIfNeeded()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
  })

  it('makes a call with the key that a person puts in', async () => {
    const { page, foreign, complaints } = await visit()
    await page.getByPlaceholder('Token').first().fill(secret)
    await page
      .getByRole('button', { name: /Test Request.*\/v1\/models\b/ })
      .first()
      .click()
    const answered = page.waitForResponse(`${origin}/v1/models`)
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect((await answered).status()).toBe(200)
    await page.getByText('svc-3.7-flash').first().waitFor()
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
  })
})
