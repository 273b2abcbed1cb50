import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainManner, type SpeechEngine } from '../../src/core/speech.ts'
import { systemVoices } from '../../src/core/system-voices.ts'
import type { Weights } from '../../src/core/weights.ts'
import { createSynthesisEngine } from '../../src/engines/synthesis/synthesis-engine.ts'
import {
  createSoundStudio,
  type SoundFormat,
  type SoundStudio,
  soundFormats,
} from '../../src/media/sound/studio/studio.ts'
import { measure, type Row, type Speaking } from './measure.ts'
import { espeak, wholeKokoro } from './peers.ts'
import { draw } from './picture.ts'

/*
 * node bench/speech/run.ts
 *   MEDLEY_WEIGHTS   the folder with kokoro-82m in it
 *   WHOLE_KOKORO     other files of the whole network to compare with, separated by commas: q8.onnx,fp32.onnx
 *   QUICK            one voice, two formats, no sixteen at once
 */
const folder = process.env.MEDLEY_WEIGHTS
const isQuick = process.env.QUICK !== undefined
const wholes = (process.env.WHOLE_KOKORO ?? '').split(',').filter(Boolean)
const english = 'Welcome back. The train to the coast leaves at half past nine, and the weather will be fine.'
const mandarin = '欢迎回来。去海边的火车九点半出发，今天天气很好。'

if (!folder) throw new Error('MEDLEY_WEIGHTS is not set')
const places: Record<string, string> = {
  'kokoro-82m': join(folder, 'kokoro-82m'),
  'speaker-encoder': join(import.meta.dirname, '../../models/speaker-encoder'),
}
const weights: Weights = {
  folder: name => places[name] ?? '',
  state: name => ({ state: 'ready', folder: places[name] ?? '' }),
}

function saying(speech: SpeechEngine, voice: string, text: string): Speaking {
  const request = {
    model: '',
    text,
    voice: { kind: 'system', id: voice },
    speed: 1,
    pronunciations: [],
    seed: 1,
  } as const
  return async function* () {
    const signal = new AbortController().signal
    for await (const { samples, rate } of speech.speak({ ...request, manner: plainManner }, signal)) {
      yield samples.length / rate
    }
  }
}

/** The same with the bytes of a file: it begins when its first bytes are there. */
function encoding(speech: SpeechEngine, studio: SoundStudio, format: SoundFormat): Speaking {
  const request = { model: '', text: english, voice: { kind: 'system', id: 'lively-girl' }, speed: 1 } as const
  return async function* () {
    const signal = new AbortController().signal
    let seconds = 0
    const sounds = speech.speak({ ...request, pronunciations: [], seed: 1, manner: plainManner }, signal)
    const counted = (async function* () {
      for await (const sound of sounds) {
        seconds += sound.samples.length / sound.rate
        yield sound
      }
    })()
    for await (const bytes of studio.encode(counted, { format, rate: 24_000, signal })) if (bytes.length > 0) yield 0
    yield seconds
  }
}

const rows: Row[] = []
async function add(name: string, atOnce: number, speaking: Speaking): Promise<Row> {
  const row = await measure(name, atOnce, speaking)
  rows.push(row)
  const cells = [name, atOnce, row.firstMs.toFixed(0), row.wall.toFixed(2), row.cpu.toFixed(2), row.text.toFixed(2)]
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
  return row
}

const temporary = await mkdtemp(join(tmpdir(), 'medley-speech-bench-'))
const engine = createSynthesisEngine({ weights, learned: temporary })
const studio = createSoundStudio({ folder: temporary })
try {
  const { speech } = engine
  if (!speech) throw new Error('voices that do not speak')
  for await (const _ of saying(speech, 'lively-girl', english)());
  process.stdout.write('| what | at once | first ms | wall s/s | cpu s/s | cpu s a text |\n|---|---|---|---|---|---|\n')
  const own = await add('Medley', 1, saying(speech, 'lively-girl', english))
  const compared = [own]
  for (const file of wholes) {
    const speaking = await wholeKokoro(file, join(folder, 'kokoro-82m/voices'), english, availableParallelism())
    for await (const _ of speaking());
    compared.push(await add(`whole network, ${file.split('/').at(-1)}`, 1, speaking))
  }
  const robot = espeak(english)
  if (robot) await add('espeak-ng (its own process is not counted)', 1, robot)
  for (const { id, description } of isQuick ? [] : systemVoices) {
    await add(`Medley, ${id}`, 1, saying(speech, id, description.includes('英文') ? english : mandarin))
  }
  for (const format of isQuick ? (['mp3', 'pcm'] as const) : soundFormats) {
    await add(`Medley, ${format}`, 1, encoding(speech, studio, format))
  }
  for (const atOnce of isQuick ? [4] : [4, 16]) await add('Medley', atOnce, saying(speech, 'lively-girl', english))
  await writeFile(join(import.meta.dirname, '../../docs/speech.svg'), draw(compared))
} finally {
  await engine.close()
  await studio.close()
  await rm(temporary, { recursive: true, force: true })
}
