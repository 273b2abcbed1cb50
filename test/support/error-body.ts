/** The body of an error outside the messages and music dialects. */
export function errorBody(type: string, message: unknown, param: string | null = null) {
  return { error: { message, type, param, code: type } }
}
