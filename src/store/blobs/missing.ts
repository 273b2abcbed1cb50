export function noSuchBlob(name: string): Error {
  return new Error(`there is no blob named ${JSON.stringify(name)}`)
}
