/** The words of a text without the marks of Markdown: what a person would read aloud. */
export function withoutMarkdown(text: string): string {
  return text
    .split('\n')
    .map(line => withoutInlineMarks(withoutLineMarks(line)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function withoutLineMarks(line: string): string {
  // Fences, rules, underlines of headings and of the heads of tables.
  if (/^\s*(?:`{3,}|~{3,})/.test(line) || /^\s*(?:[-*_=]\s*){3,}$/.test(line)) return ''
  if (/^\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*$/.test(line)) return ''
  const plain = line
    .replace(/^(?:\s*>)+\s?/, '')
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\s+#+\s*$/, '')
    .replace(/^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/, '')
  return /^\s*\|.*\|\s*$/.test(plain)
    ? plain
        .split('|')
        .map(cell => cell.trim())
        .filter(cell => cell !== '')
        .join(', ')
    : plain
}

/** Where characters that are escaped wait until the marks are gone: a range that no text uses. */
const hidden = 0xe000

function withoutInlineMarks(line: string): string {
  return line
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, (_, mark: string) => String.fromCharCode(hidden + mark.charCodeAt(0)))
    .replace(/!\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/\[\^[^\]]+\]:?/g, '')
    .replace(/<(https?:\/\/[^>\s]+)>/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]{0,200}>/g, '')
    .replace(/`+([^`]+)`+/g, '$1')
    .replace(/(\*{1,3})(?=\S)([^*]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)([^_]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/~~(?=\S)([^~]*?\S)~~/g, '$1')
    .replace(/[\ue000-\ue07f]/g, mark => String.fromCharCode(mark.charCodeAt(0) - hidden))
}
