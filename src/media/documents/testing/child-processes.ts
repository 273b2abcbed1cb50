import { readdirSync, readFileSync } from 'node:fs'

/** The processes that this one has started and that still run. */
export function childProcesses(): { command: string; residentBytes: number }[] {
  const children: { command: string; residentBytes: number }[] = []
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const status = contentOf(`/proc/${pid}/status`)
    const number = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
    if (number('PPid') !== process.pid) continue
    children.push({ command: contentOf(`/proc/${pid}/cmdline`), residentBytes: 1024 * number('VmRSS') })
  }
  return children
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
