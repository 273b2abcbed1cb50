import { parseHttpAddress } from '../addresses.ts'
import { HttpAddress } from '../http-address.ts'
import { defineSection } from '../section.ts'

export const publicUrl = defineSection(HttpAddress, (text): string | undefined =>
  text === undefined ? undefined : parseHttpAddress(text),
)
