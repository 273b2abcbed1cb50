/**
 * Why a document could not be turned into text. `pictures-only` is the one a caller with text recognition can act on:
 * the pages are there, only their letters are pictures.
 */
export type DocumentFault = 'not-accepted' | 'damaged' | 'encrypted' | 'empty' | 'pictures-only' | 'limit'

/** The message is written for the person who sent the file: what is wrong with it and what is accepted. */
export class DocumentError extends Error {
  readonly fault: DocumentFault

  constructor(message: string, fault: DocumentFault = 'damaged', options?: ErrorOptions) {
    super(message, options)
    this.name = 'DocumentError'
    this.fault = fault
  }
}

export function encryptedDocument(): DocumentError {
  return new DocumentError('The document is encrypted with a password; send it without one.', 'encrypted')
}
