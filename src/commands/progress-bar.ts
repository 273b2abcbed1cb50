import type { Progress } from '../weights/lock.ts'
import { showSize } from '../weights/size.ts'

export interface ProgressBar {
  show(name: string, progress: Progress): void
  /** Clears the line, so that something else can be said. */
  clear(): void
}

const width = 30
const everyMs = 100

/** On a terminal one line that moves; elsewhere a line for each tenth of the way. */
export function createProgressBar(out: NodeJS.WriteStream): ProgressBar {
  const tenths = new Map<string, number>()
  let shownAt = 0
  if (!out.isTTY) {
    return {
      show(name, progress) {
        const tenth = Math.floor(shareOf(progress) * 10)
        if (tenth <= (tenths.get(name) ?? 0)) return
        tenths.set(name, tenth)
        out.write(`${name}: ${tenth * 10} % of ${showSize(progress.total)}\n`)
      },
      clear: () => undefined,
    }
  }
  return {
    show(name, progress) {
      const now = Date.now()
      if (now - shownAt < everyMs && progress.done < progress.total) return
      shownAt = now
      const share = shareOf(progress)
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░')
      const sizes = `${showSize(progress.done)} of ${showSize(progress.total)}`
      out.write(`\r\x1b[K${name} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${sizes}`)
    },
    clear: () => void out.write('\r\x1b[K'),
  }
}

function shareOf({ done, total }: Progress): number {
  return total === 0 ? 0 : done / total
}
