import { invalid } from '../../core/errors.ts'
import type { Transcription, TranscriptionRequest } from '../../services/recognition/transcription.ts'
import { readHotwordsText, readLanguage } from './read.ts'
import type { StreamRequest } from './schema.ts'

export const dataField = 'audio.data'

export function readStreamRequest({ audio }: StreamRequest): TranscriptionRequest {
  const { model, language, hotwords, prompt, enable_itn } = audio.input.transcription
  const known = readLanguage(language)
  return {
    model,
    hotwords: typeof hotwords === 'string' ? readHotwordsText(hotwords) : (hotwords ?? []),
    figures: enable_itn ?? true,
    param: dataField,
    ...(known !== undefined && { language: known }),
    ...(prompt && { prompt }),
  }
}

type PcmShape = NonNullable<Parameters<Transcription['receiveEncoded']>[1]>

const bitsOfCodec: Readonly<Record<string, PcmShape['bits']>> = {
  pcm_u8: 8,
  pcm_s16le: 16,
  pcm_s24le: 24,
  pcm_s32le: 32,
}

/** Only bare samples need to be told of; files tell themselves. */
export function readPcmShape({ audio }: StreamRequest): PcmShape | undefined {
  const { type, codec, rate, bits, channel } = audio.input.format
  if (type !== 'pcm') return undefined
  const coded = codec ? bitsOfCodec[codec] : undefined
  if (codec && coded === undefined) {
    const accepted = Object.keys(bitsOfCodec).join(', ')
    throw invalid(
      'audio.input.format.codec',
      `"audio.input.format.codec" can't be ${JSON.stringify(codec)} with pcm; accepted: ${accepted}.`,
    )
  }
  return { rate: rate ?? 16_000, bits: bits ?? coded ?? 16, channels: channel ?? 1 }
}
