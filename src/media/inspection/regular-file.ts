import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/** An open file for as long as `use` takes. It blocks: for worker threads only. */
export function withRegularFile<T>(path: string, use: (file: number, bytes: number) => T): T {
  // Without O_NONBLOCK, opening a pipe would wait for a writer, out of reach of any time limit.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new Error('not a regular file')
    return use(file, stats.size)
  } finally {
    closeSync(file)
  }
}
