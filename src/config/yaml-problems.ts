import type { YAMLError } from 'yaml'

// In our own words, since the parser's messages quote the file, where secrets may stand.
const messages: Partial<Record<YAMLError['code'], string>> = {
  BAD_ALIAS: 'an alias or anchor needs a name without a colon',
  BAD_DIRECTIVE: 'this % directive is not known',
  BAD_DQ_ESCAPE: 'an unknown \\ escape in double quotes; use single quotes to keep a backslash as it is',
  BAD_INDENT: 'the indentation does not line up, or a [ or { is not closed',
  BAD_SCALAR_START: 'a value that starts with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a map starts in the middle of a line; a value that holds ": " needs quotes',
  BLOCK_IN_FLOW: 'inside [ ] and { } only lists and maps in that form may stand',
  MISSING_CHAR: 'a closing quote, a comma, a colon or a space is missing',
  MULTILINE_IMPLICIT_KEY: 'a key and its colon must stand on one line, as in "key: value"',
  MULTIPLE_DOCS: 'only one document may stand in the file; remove the --- line and what follows',
  NON_STRING_KEY: 'a key must be text',
  RESOURCE_EXHAUSTION: 'lists and maps are nested too deeply',
  TAB_AS_INDENT: 'tabs may not indent; use spaces',
  TAG_RESOLVE_FAILED: 'this ! tag is not known; a value that starts with ! needs quotes',
}

export function yamlMessage(error: YAMLError, line: string): string {
  // Inside { } the braces of a variable end the map early; people meet this one first.
  const hint = /[{[].*[:,[]\s*\$\{/.test(line) ? '; inside { } and [ ] put quotes around a variable' : ''
  return `not valid YAML: ${messages[error.code] ?? 'this is not expected here'}${hint}`
}
