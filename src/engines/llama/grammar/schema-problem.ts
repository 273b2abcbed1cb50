/** A schema that no answer can be held to; the message says why, as the end of a sentence. */
export class SchemaProblem extends Error {}
