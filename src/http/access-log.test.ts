import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createAccessLog } from './access-log.ts'
import type { Served } from './served.ts'

const served: Served = {
  requestId: 'req_"1',
  method: 'POST',
  route: '/v1/chat/completions',
  family: 'chat',
  caller: undefined,
  admitted: true,
  model: '',
  status: 200,
  bytes: 10,
  milliseconds: 1.26,
}

function logger(level: string) {
  const lines: string[] = []
  return { lines, log: pino({ level, base: null }, { write: line => void lines.push(line) }) }
}

it('writes the line that the logger itself would write', () => {
  const { lines, log } = logger('info')
  createAccessLog(log)(served)
  const { requestId, method, route, family, status, bytes } = served
  log.info({ requestId, method, route, family, status, bytes, ms: 1.3 }, 'served')
  const [ours, theirs] = lines.map(line => line.replace(/"time":\d+/, '"time":0'))
  expect(ours).toBe(theirs)
})

it('keeps to the level', () => {
  const { lines, log } = logger('warn')
  createAccessLog(log)(served)
  expect(lines).toEqual([])
})
