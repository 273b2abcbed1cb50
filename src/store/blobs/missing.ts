export function noSuchBlob(name: string): Error {
  return new Error(`there is no blob named ${JSON.stringify(name)}`)
}

/** What was found, or undefined where the file is not there, or no longer. */
export async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
