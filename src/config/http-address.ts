import { Type } from 'typebox'

export const acceptedHttpAddress = 'an http:// or https:// address without user, query or fragment'

/** The address of a server that is called, or of this one. */
export const HttpAddress = Type.String({ format: 'http-address', accepts: acceptedHttpAddress })
