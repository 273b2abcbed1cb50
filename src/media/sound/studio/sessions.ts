import { SoundDecoder } from '../decoding/sound-decoder.ts'
import { chain, type Effect, joined, nothing } from '../effects/effect.ts'
import { createLimiter } from '../effects/limit.ts'
import { createGain, createMannerEffect } from '../effects/manner.ts'
import { createResampler } from '../effects/resample.ts'
import { openEncoder } from '../encoding/open-encoder.ts'
import type { Made, SoundPiece, Task } from './protocol.ts'

/** One piece of work within the worker. */
export interface Session {
  push(piece: SoundPiece): Made
  end(): Made
  close(): void
}

export function openSession(task: Task): Session {
  switch (task.kind) {
    case 'encode':
      return encodeSession(task)
    case 'manner':
      return mannerSession(task)
    case 'decode':
      return decodeSession(task)
  }
}

/** To the rate of the file, to the volume that was asked for, below full scale, and into bytes. */
function encodeSession({ format, rate, volume }: Extract<Task, { kind: 'encode' }>): Session {
  const encoder = openEncoder(format, rate)
  const level = chain([createGain(volume), createLimiter(encoder.rate)])
  let resampler: Effect | undefined
  let inputRate = 0

  /** Sound may come in more than one rate, one after the other. */
  function resample({ samples, rate: given }: SoundPiece): Float32Array {
    if (given === inputRate && resampler) return resampler.push(samples)
    const rest = resampler?.end() ?? nothing
    inputRate = given
    resampler = createResampler(given, encoder.rate)
    return joined([rest, resampler.push(samples)])
  }

  return {
    push: piece => bytes(encoder.push(level.push(resample(piece)))),
    end() {
      const rest = level.push(resampler?.end() ?? nothing)
      return bytes([...encoder.push(rest), ...encoder.push(level.end()), ...encoder.end()])
    },
    close: () => encoder.close(),
  }
}

function mannerSession({ manner, rate }: Extract<Task, { kind: 'manner' }>): Session {
  const effect = createMannerEffect(manner, rate)
  return {
    push: ({ samples }) => ({ samples: effect.push(samples).slice() }),
    end: () => ({ samples: effect.end().slice() }),
    close() {},
  }
}

function decodeSession({ path, rate, maxAudioSeconds }: Extract<Task, { kind: 'decode' }>): Session {
  const decoder = new SoundDecoder(path, { rate, maxAudioSeconds })
  return {
    push: () => ({ samples: new Float32Array(0) }),
    end: () => ({ samples: decoder.next()?.slice() ?? new Float32Array(0) }),
    close: () => decoder.close(),
  }
}

/** In memory of their own, so that they can be handed over without being copied. */
function bytes(pieces: readonly Uint8Array[]): Made {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return { bytes: whole }
}
