export interface PcmShape {
  readonly rate: number
  readonly bits: 8 | 16 | 24 | 32
  readonly channels: number
}

/** What makes so many bytes of bare samples a WAV file. */
export function wavHeader({ rate, bits, channels }: PcmShape, bytes: number): Buffer<ArrayBuffer> {
  const width = (bits / 8) * channels
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * width, 28)
  header.writeUInt16LE(width, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}
