import { bars } from '../bars.ts'
import type { Row } from './row.ts'

/** Bars of tokens a second for each number of answers at once. */
export function draw(rows: readonly Row[], counts: readonly number[]): string {
  return bars({
    title: 'Tokens a second through Medley and without it',
    remark: '× is the share of the raw binding, measured in the same run on the same file.',
    rows,
    isOurs: ({ name }) => name.startsWith('medley'),
    isBase: ({ name }) => name === 'raw binding',
    panels: counts.map(count => ({
      title: `Tokens a second, ${count === 1 ? 'one answer' : `${count} answers at once`}`,
      of: ({ tokensPerSecond }: Row) => tokensPerSecond.get(count) ?? 0,
    })),
  })
}
