import { avGetCodecName, Codec, CodecContext, type Stream } from 'node-av/lib'
import { decoders } from './accepted-sound.ts'
import { SoundError } from './sound-error.ts'

/** Only with the decoders that are known to bear what strangers send. */
export function openDecoder(stream: Stream): CodecContext {
  const codec = Codec.findDecoder(stream.codecpar.codecId)
  if (codec !== null && decoders.has(codec.name ?? '')) {
    const decoder = new CodecContext()
    decoder.allocContext3(codec)
    decoder.parametersToContext(stream.codecpar)
    decoder.pktTimebase = stream.timeBase
    decoder.threadCount = 1
    if (decoder.open2Sync(codec) >= 0) return decoder
    decoder.freeContext()
  }
  const name = avGetCodecName(stream.codecpar.codecId) ?? 'unknown'
  throw new SoundError(`The sound is coded as "${name}", which is not read here.`)
}
