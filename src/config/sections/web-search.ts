import { parseHttpAddress } from '../addresses.ts'
import { HttpAddress } from '../http-address.ts'
import { defineSection } from '../section.ts'

/** The address of a SearXNG, or of what answers like one. */
export const webSearch = defineSection(HttpAddress, (text): string | undefined =>
  text === undefined ? undefined : parseHttpAddress(text),
)
