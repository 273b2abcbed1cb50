#!/usr/bin/env node
// The command must start under whatever Node is first in the path, and then run under one that is new enough:
// the package brings its own for Linux.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const major = Number(process.versions.node.split('.')[0])

if (major >= 24) {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  await import('../src/main.ts')
} else {
  const own = join(root, 'node_modules', '.bin', 'node')
  if (!existsSync(own)) {
    process.stderr.write(
      `medley needs Node 24 or newer; this is ${process.version}.\nRun "npm ci" in ${root}, or install a newer Node.\n`,
    )
    process.exit(1)
  }
  const { status, signal } = spawnSync(own, process.argv.slice(1), { stdio: 'inherit' })
  if (signal) process.kill(process.pid, signal)
  process.exit(status ?? 1)
}
