import { readdir, readFile } from 'node:fs/promises'

const millisecondsOfTick = 10

/** CPU time of a process and of all that it started, as Linux tells it. */
export async function cpuMs(pid: number): Promise<number> {
  const all = await Promise.all((await family(pid)).map(ticksOf))
  return all.reduce((sum, ticks) => sum + ticks, 0) * millisecondsOfTick
}

export async function residentBytes([pid = 0]: readonly number[]): Promise<number> {
  const all = await Promise.all(
    (await family(pid)).map(async member => {
      const status = await readFile(`/proc/${member}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
    }),
  )
  return all.reduce((sum, bytes) => sum + bytes, 0)
}

async function family(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    tasks.map(task => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
  return [pid, ...(await Promise.all(children.map(family))).flat()]
}

async function ticksOf(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const fields = rest.split(' ')
  return Number(fields[11]) + Number(fields[12])
}
