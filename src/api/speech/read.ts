import { invalid } from '../../core/errors.ts'
import type { Pronunciation } from '../../core/speech.ts'
import type { SoundOrder, SpeechOrder } from '../../services/speech/speech.ts'
import { directedModel, takesDirections } from '../../services/speech/speech-models.ts'
import type { VoiceLabel } from '../../services/speech/voice-labels.ts'
import type { SpeechRequest } from './schema.ts'

export type Delivery = 'audio' | 'sse' | 'link'

export function readSpeechOrder(body: SpeechRequest): SpeechOrder {
  const { model, input, voice, voice_label, instruction } = body
  if (voice_label && takesDirections(model)) {
    throw invalid('voice_label', `"voice_label" is not accepted by "${model}"; say how in "instruction".`)
  }
  if (typeof instruction === 'string' && !takesDirections(model)) {
    throw invalid('instruction', `"instruction" is only accepted by "${directedModel}" (the model is "${model}").`)
  }
  return {
    model,
    input,
    voice,
    speed: body.speed ?? 1,
    ...(voice_label && { label: readLabel(voice_label) }),
    ...(typeof instruction === 'string' && { instruction }),
    pronunciations: readPronunciations(body.pronunciation_map),
    isMarkdown: body.markdown_filter ?? false,
  }
}

export function readSoundOrder({ response_format, sample_rate, volume }: SpeechRequest): SoundOrder {
  return { format: response_format ?? 'mp3', rate: sample_rate ?? 24_000, volume: volume ?? 1 }
}

/** A link is of no use to who reads a stream. */
export function readDelivery({ stream_format, return_url }: SpeechRequest): Delivery {
  if (stream_format === 'sse') return 'sse'
  return return_url ? 'link' : 'audio'
}

/** An empty label is a label that asks for nothing. */
function readLabel(label: NonNullable<SpeechRequest['voice_label']>): VoiceLabel {
  const set = (['language', 'emotion', 'style'] as const).flatMap(kind => {
    const name = label[kind]
    return typeof name === 'string' && name.trim() !== '' ? [{ kind, name }] : []
  })
  if (set.length > 1) {
    const names = set.map(({ kind }) => `"${kind}"`).join(' and ')
    throw invalid('voice_label', `"voice_label" takes one of "language", "emotion" and "style" (got ${names}).`)
  }
  return set[0] ?? { kind: 'style', name: '' }
}

/** All three shapes in which rules are sent. */
function readPronunciations(map: SpeechRequest['pronunciation_map']): Pronunciation[] {
  if (!map) return []
  return [map].flat().flatMap(({ tone }) => [tone].flat().map(readRule))
}

function readRule(rule: string): Pronunciation {
  const slash = rule.indexOf('/')
  const [written, spoken] = [rule.slice(0, slash).trim(), rule.slice(slash + 1).trim()]
  if (slash > 0 && written !== '' && spoken !== '') return { written, spoken }
  const example = 'such as "阿胶/e1 jiao1"'
  throw invalid(
    'pronunciation_map',
    `A rule of "pronunciation_map" is text/reading, ${example} (got ${JSON.stringify(rule)}).`,
  )
}
