import type { Logger } from 'pino'
import type { StarterEvents } from '../weights/starter.ts'
import type { OpenWeights } from '../weights/weights.ts'
import { createProgressBar } from './progress-bar.ts'

/** What a start says of the weights that it fetches: a bar on a terminal, else a line for each that arrives. */
export function showStarterSet(weights: OpenWeights, logger: Logger): StarterEvents {
  const bar = createProgressBar(process.stderr)
  if (process.stderr.isTTY) weights.watch(bar.show)
  return {
    onBegin: names => logger.info({ weights: names }, 'fetching the starter set; the server works meanwhile'),
    onArrived(name) {
      bar.clear()
      logger.info({ weights: name }, 'weights have arrived')
    },
    onFailure(name, reason, nextSeconds) {
      bar.clear()
      logger.warn({ weights: name, reason, nextSeconds }, 'could not fetch weights; trying again later')
    },
  }
}
