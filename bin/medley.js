#!/usr/bin/env node
// The command must start under whatever Node is first in the path, and then run under one that is new enough:
// the package brings its own for Linux.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const major = Number(process.versions.node.split('.')[0])
const isServer = process.argv[2] === undefined || process.argv[2] === 'serve'
/** Left alone, glibc keeps 200 MB of what threads with networks have freed. It reads these when a process begins, only then. */
const thrift = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' }
/**
 * After each pause V8 would collect all that it can, and with it what it has learnt of our functions: the next thousands of
 * requests would cost up to six times as much. The server gives memory back itself when it has had nothing to do for long.
 */
const habits = ['--no-memory-reducer']
const wantsThrift = isServer && process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined

if (major >= 24 && wantsThrift && process.execve && !process.channel) {
  // The same process begins again: its number, its signals and its exit code stay what they are.
  const again = [process.execPath, ...habits, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, again, { ...thrift, ...process.env })
} else if (major >= 24) {
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
  const { status, signal } = spawnSync(own, [...(wantsThrift ? habits : []), ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: wantsThrift ? { ...thrift, ...process.env } : process.env,
  })
  if (signal) process.kill(process.pid, signal)
  process.exit(status ?? 1)
}
