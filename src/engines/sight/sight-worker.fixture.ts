import { threadId } from 'node:worker_threads'
import { answerQuestions } from '../asked-thread/answer-questions.ts'
import type { Seen, SightQuestion } from './sight-messages.ts'

/** Sees the first pixel: red dies, green waits until nobody does, blue fails, anything else is told in words. */
answerQuestions(Promise.resolve(), async (_, { pixels, detail, left }: SightQuestion): Promise<Seen> => {
  const [red = 0, green = 0, blue = 0] = pixels.data
  if (red > 200 && green < 50) process.exit(1)
  while (green > 200 && red < 50 && Atomics.load(left, 0) === 0);
  if (blue > 200 && red < 50) throw new Error('blue')
  const text = green > 200 && red < 50 ? 'left' : `${detail} ${pixels.width}×${pixels.height}`
  const lines = [{ text, left: 0, top: 0, width: 1, height: 1 }]
  return { kind: 'photo', colours: [{ name: `thread ${threadId}`, share: 1 }], lines, objects: [] }
})
