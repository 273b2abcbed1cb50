import { parentPort } from 'node:worker_threads'
import { leaveWhenTold } from './leaving.ts'

export interface Asked<Question> {
  readonly id: number
  readonly question: Question
}

export type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failed: unknown }

/** The thread's side: what was loaded answers one question after the other. */
export function answerQuestions<Question, Answer, Loaded>(
  loading: Promise<Loaded>,
  answer: (loaded: Loaded, question: Question) => Promise<Answer>,
): void {
  leaveWhenTold()
  // Whoever waits for an answer is told; without this, the process would be told as well.
  loading.catch(() => undefined)
  let last: Promise<void> = Promise.resolve()
  parentPort?.on('message', (asked: Asked<Question>) => {
    last = last.then(() => reply(asked))
  })

  async function reply({ id, question }: Asked<Question>): Promise<void> {
    const sent = await loading
      .then(loaded => answer(loaded, question))
      .then(
        (given): Reply<Answer> => ({ id, answer: given }),
        (failed): Reply<Answer> => ({ id, failed }),
      )
    parentPort?.postMessage(sent)
  }
}
