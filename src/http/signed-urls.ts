import { createHmac, timingSafeEqual } from 'node:crypto'

/** Links that open without a key, for as long as they say. Any replica with the same secret can make and check them. */
export interface SignedLinks {
  /** The path and query of a link to this id, valid until that second. */
  sign(id: string, expires: number): string
  check(id: string, query: { expires?: unknown; signature?: unknown }, now: number): 'valid' | 'expired' | 'forged'
}

export function createSignedLinks(pathPrefix: string, secret: string): SignedLinks {
  const signatureOf = (id: string, expires: number) =>
    createHmac('sha256', secret).update(`${pathPrefix}\n${id}\n${expires}`).digest('base64url')
  return {
    sign: (id, expires) => `${pathPrefix}${id}?expires=${expires}&signature=${signatureOf(id, expires)}`,
    check(id, { expires, signature }, now) {
      if (typeof expires !== 'string' || typeof signature !== 'string' || !/^[1-9]\d{0,11}$/.test(expires))
        return 'forged'
      const expected = Buffer.from(signatureOf(id, Number(expires)))
      const given = Buffer.from(signature)
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return 'forged'
      return now < Number(expires) ? 'valid' : 'expired'
    },
  }
}
