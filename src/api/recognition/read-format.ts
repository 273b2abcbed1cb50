import { invalid } from '../../core/errors.ts'
import type { SessionSettings } from '../../services/recognition-session/session-messages.ts'
import type { SoundFormat } from './schema.ts'

type LiveFormat = SessionSettings['format']
type PcmKind = Extract<LiveFormat, { type: 'pcm' }>['kind']

const codecs: Readonly<Record<string, PcmKind>> = {
  pcm_u8: 'u8',
  pcm_s16le: 's16',
  pcm_s24le: 's24',
  pcm_s32le: 's32',
  pcm_f32le: 'f32',
}
const kindOfBits = { 8: 'u8', 16: 's16', 24: 's24', 32: 's32' } as const
const place = 'session.audio.input.format'

export function readFormat({ type, codec, rate, bits, channel }: SoundFormat): LiveFormat {
  if (type === 'ogg') {
    if (codec && codec !== 'opus') throw invalid(`${place}.codec`, unknownCodec(codec, 'ogg', 'opus'))
    return { type: 'ogg' }
  }
  const given = bits == null ? undefined : kindOfBits[bits]
  const kind = codec ? codecs[codec] : (given ?? 's16')
  if (!kind) throw invalid(`${place}.codec`, unknownCodec(codec ?? '', 'pcm', Object.keys(codecs).join(', ')))
  const fits = given === undefined || kind === given || (kind === 'f32' && bits === 32)
  if (!fits) throw invalid(`${place}.bits`, `"${place}.bits" is ${bits}, which is not what the codec "${codec}" has.`)
  return { type: 'pcm', rate: rate ?? 16_000, kind, channels: channel ?? 1 }
}

function unknownCodec(codec: string, type: string, accepted: string): string {
  const sent = JSON.stringify(codec.slice(0, 60))
  return `"${place}.codec" can't be ${sent} with "type": "${type}"; accepted: ${accepted}.`
}

const namesOfKinds = {
  u8: ['pcm_u8', 8],
  s16: ['pcm_s16le', 16],
  s24: ['pcm_s24le', 24],
  s32: ['pcm_s32le', 32],
  f32: ['pcm_f32le', 32],
} as const

export function writeFormat(format: LiveFormat): object {
  if (format.type === 'ogg') return { type: 'ogg', codec: 'opus' }
  const [codec, bits] = namesOfKinds[format.kind]
  return { type: 'pcm', codec, rate: format.rate, bits, channel: format.channels }
}
