import { childProcesses } from './child-processes.ts'

/** How many megabytes this process and those it started take more at most, from now until stopped. */
export function watchMemory(): { stop(): number } {
  const before = residentMb()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 10)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(most, residentMb()) - before
    },
  }
}

function residentMb(): number {
  const own = process.memoryUsage.rss()
  return childProcesses().reduce((bytes, child) => bytes + child.residentBytes, own) / 1024 / 1024
}
