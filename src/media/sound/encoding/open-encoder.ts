import type { Encoder, SoundFormat } from './encoder.ts'
import { createFlacEncoder } from './flac.ts'
import { createMp3Encoder } from './mp3.ts'
import { createOpusEncoder } from './opus.ts'
import { createPcmEncoder } from './pcm.ts'
import { createWavEncoder } from './wav.ts'

export function openEncoder(format: SoundFormat, rate: number): Encoder {
  switch (format) {
    case 'pcm':
      return createPcmEncoder(rate)
    case 'wav':
      return createWavEncoder(rate)
    case 'mp3':
      return createMp3Encoder(rate)
    case 'flac':
      return createFlacEncoder(rate)
    case 'opus':
      return createOpusEncoder(rate)
  }
}
