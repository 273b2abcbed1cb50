/** File-name extensions of the documents that can be read. What a file is, is decided by its content. */
export const documentExtensions: readonly string[] = [
  'txt',
  'md',
  'markdown',
  'csv',
  'tsv',
  'html',
  'htm',
  'xml',
  'pdf',
  'docx',
  'docm',
  'xlsx',
  'xlsm',
  'pptx',
  'pptm',
  'doc',
  'xls',
  'ppt',
]

export const acceptedList = `Accepted: ${documentExtensions.join(', ')}.`
