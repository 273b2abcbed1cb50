// Measures one recogniser on one set, and prints a row: node bench/recognition/measure.ts <subject> <set>
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSoundStudio } from '../../src/media/sound/studio/studio.ts'
import { normaliseNumbers } from '../../src/services/recognition/itn/normalise-numbers.ts'
import { soundOf, speechSamples } from '../../test/support/recognition/speech-samples.ts'
import { textErrors } from '../../test/support/recognition/text-errors.ts'
import type { Row } from './row.ts'
import { atSpeed, beginning, withNoise } from './sounds.ts'
import { subjects, useOf } from './subjects.ts'

const [name = '', set = ''] = process.argv.slice(2)
const weights = process.env.MEDLEY_WEIGHTS ?? ''
const step = Number(process.env.STEP ?? 4)
const language = set.startsWith('Mandarin') ? 'zh' : 'en'
const longest = 30

const changes: Readonly<Record<string, (samples: Float32Array) => Float32Array>> = {
  'English, noise at 10 dB': samples => withNoise(samples, 10),
  'English, 1.2 times as fast': samples => atSpeed(samples, 1.2),
}

async function cpuSeconds(): Promise<number> {
  if (subject.pid !== undefined) return (await useOf(subject.pid)).cpu
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function figures(text: string): string {
  if (language !== 'zh') return text
  return normaliseNumbers(
    [...text].map(word => ({ word, start: 0, end: 0 })),
    language,
  )
    .map(({ word }) => word)
    .join('')
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const folder = mkdtempSync(join(tmpdir(), 'medley-bench-'))
const studio = createSoundStudio({ folder })
const chosen = speechSamples()
  .filter(sample => sample.kind === 'speech' && sample.language === language && sample.text)
  .filter((_, place) => place % step === 0)
const change = changes[set] ?? (samples => samples)
const sounds = await Promise.all(
  chosen.map(async ({ file, text }) => ({
    text,
    samples: beginning(change(await soundOf(studio, { file })), longest),
  })),
)
await studio.close()
rmSync(folder, { recursive: true })

const open = subjects[name]
if (open === undefined) throw new Error(`no subject "${name}"; there are ${Object.keys(subjects).join('; ')}`)
const subject = await open(weights)
// Loading is not what is measured.
await subject.recognise(beginning(sounds[0]?.samples ?? new Float32Array(), 2), language)

let [errors, total, seconds] = [0, 0, 0]
const [cpuBefore, before] = [await cpuSeconds(), performance.now()]
for (const { text, samples } of sounds) {
  const counted = textErrors(figures(text ?? ''), figures(await subject.recognise(samples, language)), language)
  errors += counted.errors
  total += counted.total
  seconds += samples.length / 16_000
}
const [cpu, wall] = [(await cpuSeconds()) - cpuBefore, (performance.now() - before) / 1000]
const passes: { cpu: number; wall: number }[] = []
for (const { samples } of sounds.slice(0, 9)) {
  const [cpuStart, start] = [await cpuSeconds(), performance.now()]
  await subject.recognise(beginning(samples, 2), language)
  passes.push({ cpu: ((await cpuSeconds()) - cpuStart) * 1000, wall: performance.now() - start })
}
const row: Row = {
  name,
  set,
  seconds,
  errors: errors / total,
  cpu: cpu / seconds,
  wall: wall / seconds,
  passCpu: middle(passes.map(pass => pass.cpu)),
  passWall: middle(passes.map(pass => pass.wall)),
  memory: subject.pid === undefined ? process.memoryUsage().rss / 1e6 : (await useOf(subject.pid)).memory,
}
process.stdout.write(`${JSON.stringify(row)}\n`)
await subject.close()
