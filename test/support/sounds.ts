import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeTone, wav } from '../../src/media/sound/test-sounds.ts'

let made = 0

/** A recording of that length whose bytes are no other's: the same bytes twice are one voice. */
export function recording(seconds: number): Buffer<ArrayBuffer> {
  const sound = Buffer.from(wav(seconds))
  sound.writeUInt32LE(++made, sound.length - 4)
  return sound
}

export async function mp3(seconds: number): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'medley-sound-'))
  const path = join(folder, 'tone.mp3')
  encodeTone(path, 'mp3', 'libmp3lame', seconds, 24_000)
  const sound = Buffer.from(await readFile(path))
  await rm(folder, { recursive: true })
  return sound
}
