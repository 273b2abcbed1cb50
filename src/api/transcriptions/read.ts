import { invalid } from '../../core/errors.ts'
import type { FormFields } from '../../http/multipart.ts'
import type { TranscriptionRequest } from '../../services/recognition/transcription.ts'
import { longestHotword, longestPrompt, mostHotwords, type ResponseFormat, responseFormats } from './schema.ts'

const known = new Set(['model', 'response_format', 'hotwords', 'hotwords[]', 'language', 'prompt', 'file'])

export interface TranscriptionOrder {
  readonly request: TranscriptionRequest
  readonly format: ResponseFormat
  /** Fields that mean nothing here. */
  readonly unknown: readonly string[]
}

export function readForm(fields: FormFields): TranscriptionOrder {
  const model = one(fields, 'model')
  if (!model) throw invalid('model', '"model" is required; accepted: "svc-asr".')
  const format = readResponseFormat(one(fields, 'response_format'))
  const language = readLanguage(one(fields, 'language'))
  const prompt = one(fields, 'prompt')
  if (prompt !== undefined && prompt.length > longestPrompt) {
    throw invalid('prompt', `"prompt" has ${prompt.length} characters; accepted: at most ${longestPrompt}.`)
  }
  return {
    request: {
      model,
      hotwords: readHotwords(fields),
      figures: true,
      param: 'file',
      ...(language !== undefined && { language }),
      ...(prompt && { prompt }),
    },
    format,
    unknown: [...fields.keys()].filter(name => !known.has(name)),
  }
}

function one(fields: FormFields, name: string): string | undefined {
  return fields.get(name)?.at(-1)
}

function readResponseFormat(given: string | undefined): ResponseFormat {
  const accepted = responseFormats.map(format => `"${format}"`).join(', ')
  if (given === undefined) throw invalid('response_format', `"response_format" is required; accepted: ${accepted}.`)
  const format = responseFormats.find(one => one === given)
  if (format) return format
  const sent = JSON.stringify(given.slice(0, 60))
  throw invalid('response_format', `"response_format" must be one of ${accepted} (got ${sent}).`)
}

export function readLanguage(given: string | null | undefined): string | undefined {
  if (given == null || given === '' || given === 'auto') return undefined
  if (/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,3}$/.test(given)) return given
  throw invalid(
    'language',
    `"language" must be a code such as "en" or "zh" (got ${JSON.stringify(given.slice(0, 60))}).`,
  )
}

function readHotwords(fields: FormFields): string[] {
  const repeated = fields.get('hotwords[]')
  if (repeated) return checkHotwords(repeated)
  const text = one(fields, 'hotwords')
  return text === undefined || text.trim() === '' ? [] : readHotwordsText(text)
}

export function readHotwordsText(text: string): string[] {
  const refusal = () => {
    const sent = JSON.stringify(text.slice(0, 60))
    return invalid('hotwords', `"hotwords" must be JSON text that holds an array of strings (got ${sent}).`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal()
  }
  if (!Array.isArray(value) || !value.every(word => typeof word === 'string')) throw refusal()
  return checkHotwords(value)
}

function checkHotwords(given: readonly string[]): string[] {
  const words = [...new Set(given.map(word => word.trim()).filter(word => word !== ''))]
  if (words.length > mostHotwords) {
    throw invalid('hotwords', `"hotwords" holds ${words.length} words; accepted: at most ${mostHotwords}.`)
  }
  const long = words.find(word => word.length > longestHotword)
  if (long === undefined) return words
  throw invalid(
    'hotwords',
    `"hotwords" holds a word of ${long.length} characters; accepted: at most ${longestHotword}.`,
  )
}
