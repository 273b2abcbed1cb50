import { bars } from '../bars.ts'
import type { Row } from './row.ts'

/** Bars of requests and streams a second, as shares of the bare proxy's. */
export function draw(rows: readonly Row[]): string {
  return bars({
    title: 'Answers and streams a second through Medley and its peers',
    remark: '× is the share of a bare node:http proxy, measured in the same run.',
    rows,
    isOurs: ({ name }) => name.startsWith('medley'),
    isBase: ({ name }) => name === 'bare proxy',
    panels: [
      { title: 'Whole answers a second, 32 connections', of: row => row.wholePerSecond },
      { title: 'Streams of 100 events a second, 64 at a time', of: row => row.streamsPerSecond },
    ],
  })
}
