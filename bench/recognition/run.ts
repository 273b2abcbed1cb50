// Recognition side by side: MEDLEY_WEIGHTS=… node bench/recognition/run.ts
// It needs ../shared/samples. STEP=1 takes every recording. Peers are measured where they are:
// whisper.cpp with GGML_MODEL=<ggml file of whisper-base> and Vosk with VOSK_MODEL=<folder of an English model>, both with
// PEER_PYTHON=<a Python with pywhispercpp and vosk>.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { draw } from './picture.ts'
import type { Row } from './row.ts'

const here = import.meta.dirname
const run = promisify(execFile)
const whisperCpp = 'whisper.cpp, whisper-base'
const vosk = 'vosk, small'
const absent = [...(process.env.GGML_MODEL ? [] : [whisperCpp]), ...(process.env.VOSK_MODEL ? [] : [vosk])]

const plan: readonly (readonly [string, string])[] = [
  ['medley, live', 'English'],
  ['medley, usual', 'English'],
  [whisperCpp, 'English'],
  [vosk, 'English'],
  ['medley, usual', 'Mandarin'],
  [whisperCpp, 'Mandarin'],
  ['medley, live', 'English, noise at 10 dB'],
  ['medley, usual', 'English, noise at 10 dB'],
  ['medley, usual', 'English, 1.2 times as fast'],
]

const rows: Row[] = []
for (const [name, set] of plan) {
  if (absent.includes(name)) continue
  const { stdout } = await run(process.execPath, [join(here, 'measure.ts'), name, set], { env: process.env })
  const row: Row = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  rows.push(row)
  const figures = [
    `${(row.errors * 100).toFixed(1)} % wrong`,
    `${row.cpu.toFixed(3)} s of CPU a second`,
    `${row.wall.toFixed(3)} of the clock`,
    `pass over 2 s: ${row.passCpu.toFixed(0)} ms of CPU, ${row.passWall.toFixed(0)} of the clock`,
    // A live listener is heard again twice a second while speaking.
    `${(1000 / (2 * row.passCpu)).toFixed(1)} live sessions a core`,
    `${row.memory.toFixed(0)} MB`,
  ]
  process.stdout.write(`${set} · ${name}: ${figures.join(', ')}\n`)
}
await writeFile(join(here, '../../docs/recognition.svg'), draw(rows))
