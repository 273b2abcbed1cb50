import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { RecognitionRequest } from '../../../core/recognition.ts'
import { wavHeader } from '../../../media/live-sound/wav-header.ts'

/** How much a server tells of when things were said, from most to least. */
export type Detail = 'words' | 'segments' | 'text'

export interface RecognitionForm {
  readonly contentType: string
  readonly bytes: number
  /** A new one for each attempt. */
  read(): Readable
}

const rate = 16_000
/** What models read of a prompt is short; the end of it is nearest to what comes. */
const longestPrompt = 800

/** The stretch as a 16-bit WAV in a form. The samples are turned into bytes once, and copied no further. */
export function recognitionForm(request: RecognitionRequest, model: string, detail: Detail): RecognitionForm {
  const boundary = `medley-${randomBytes(12).toString('hex')}`
  const fields = fieldsOf(request, model, detail)
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
  const opening = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="speech.wav"\r\ncontent-type: audio/wav\r\n\r\n`
  const sound = samplesAsBytes(request.samples)
  const pieces = [
    Buffer.from(fields + opening),
    wavHeader({ rate, bits: 16, channels: 1 }, sound.length),
    sound,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: pieces.reduce((sum, { length }) => sum + length, 0),
    read: () => Readable.from(pieces, { objectMode: false }),
  }
}

function fieldsOf(request: RecognitionRequest, model: string, detail: Detail): [string, string][] {
  const { language, hotwords, prompt = '' } = request
  const hints = [hotwords.join(', '), prompt.slice(-longestPrompt)].filter(Boolean).join('. ')
  return [
    ['model', model],
    ['response_format', detail === 'text' ? 'json' : 'verbose_json'],
    ...(detail === 'words' ? granularities : []),
    ['temperature', '0'],
    ...(language === undefined ? [] : ([['language', language.split(/[-_]/)[0] ?? language]] as [string, string][])),
    ...(hints === '' ? [] : ([['prompt', hints]] as [string, string][])),
  ]
}

const granularities: [string, string][] = [
  ['timestamp_granularities[]', 'word'],
  ['timestamp_granularities[]', 'segment'],
]

function samplesAsBytes(samples: Float32Array): Uint8Array {
  const whole = new Int16Array(samples.length)
  for (let at = 0; at < samples.length; at++) {
    whole[at] = Math.max(-32_768, Math.min(32_767, Math.round((samples[at] ?? 0) * 32_767)))
  }
  return new Uint8Array(whole.buffer)
}
