import { bytesOf, type Encoder, toPcm16 } from './encoder.ts'

export function createPcmEncoder(rate: number): Encoder {
  return {
    rate,
    push: samples => (samples.length === 0 ? [] : [bytesOf(toPcm16(samples))]),
    end: () => [],
    close() {},
  }
}
