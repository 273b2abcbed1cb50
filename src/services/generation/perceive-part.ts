import type { Perception } from '../perception/perception.ts'
import { createOpenPart, type PartInspectors } from './open-part.ts'
import type { Perceive } from './prepare-media.ts'

/** Tokens for all that is put into words in one request: the smallest model's context has room for 2048. */
const room = 1000
const leastRoom = 100

export function createPerceivePart(inspectors: PartInspectors, perception: Perception): Perceive {
  const openPart = createOpenPart(inspectors)

  return async (part, among, signal) => {
    const own = Math.max(leastRoom, Math.floor(room / among))
    const text = await openPart(
      part,
      {
        picture: ({ detail }, bytes) => perception.picture(bytes, detail, own, signal),
        video: ({ detail, param }, file) => perception.video(file, detail, param, own, signal),
        sound: ({ param }, file) => perception.sound(file, param, own, signal),
      },
      signal,
    )
    return { type: 'text', text }
  }
}
