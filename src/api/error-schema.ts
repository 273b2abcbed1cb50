import Type from 'typebox'

/** The body of every error outside the messages and music dialects. */
export const ErrorBody = Type.Object({
  error: Type.Object({
    message: Type.String(),
    type: Type.String(),
    param: Type.Union([Type.String(), Type.Null()]),
    code: Type.String(),
  }),
})
