import { CsvError, parse } from 'csv-parse/sync'
import type { DocumentFile } from '../limits.ts'
import { PlainText, tidied, withoutControls } from '../plain-text.ts'
import { tableRow } from '../table-row.ts'
import { wholeTextFile } from './text-file.ts'

const delimiters = [',', ';', '\t', '|']
const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_RECORDS = 50

/** One line for each record, cells apart by tabs; a file that breaks the rules of quoting is passed on as it is. */
export async function readCsv(file: DocumentFile): Promise<string> {
  const source = withoutControls(await wholeTextFile(file))
  const text = new PlainText(file.limits.outputBytes)
  try {
    parse(source, {
      delimiter: guessDelimiter(source.slice(0, SAMPLE_CHARACTERS)),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[]) => {
        text.write(`${tableRow(cells)}\n`)
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) return source
    throw error
  }
  return tidied(text.toString())
}

/** The delimiter that splits the records most evenly: decimal commas are less regular than the semicolons around them. */
export function guessDelimiter(sample: string): string {
  let best = { delimiter: ',', evenness: 0, columns: 0 }
  for (const delimiter of delimiters) {
    const counts = countPerRecord(sample, delimiter)
    const tally = new Map<number, number>()
    for (const count of counts) if (count > 0) tally.set(count, (tally.get(count) ?? 0) + 1)
    for (const [columns, records] of tally) {
      const evenness = records / counts.length
      if (evenness > best.evenness || (evenness === best.evenness && columns > best.columns)) {
        best = { delimiter, evenness, columns }
      }
    }
  }
  return best.delimiter
}

function countPerRecord(sample: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  for (const character of sample) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === delimiter) count += 1
    else if (character === '\n') {
      counts.push(count)
      count = 0
      if (counts.length === SAMPLE_RECORDS) return counts
    }
  }
  counts.push(count)
  return counts
}
