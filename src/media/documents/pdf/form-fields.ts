/** What the library tells about a field of a form on a page. */
interface Annotation {
  subtype?: string
  fieldType?: string
  fieldName?: string
  fieldValue?: unknown
  alternativeText?: string
  checkBox?: boolean
  radioButton?: boolean
  contentsObj?: { str?: string }
}

/** The values filled into the form of a page, and notes typed onto it; labels are part of the page's own text. */
export function annotationLines(annotations: readonly Annotation[]): string[] {
  const lines: string[] = []
  for (const annotation of annotations) {
    const { subtype, fieldType, fieldName, fieldValue, alternativeText } = annotation
    const label = alternativeText || fieldName || 'Field'
    if (subtype === 'FreeText') lines.push(annotation.contentsObj?.str ?? '')
    else if (fieldType === 'Tx' || fieldType === 'Ch') {
      const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(value => typeof value === 'string')
      const shown = values.join(', ')
      if (shown.trim() !== '') lines.push(`${label}: ${shown}`)
    } else if (fieldType === 'Btn' && isChosen(annotation)) lines.push(`${label}: ${String(fieldValue)}`)
  }
  return lines.filter(line => line.trim() !== '')
}

function isChosen({ checkBox, radioButton, fieldValue }: Annotation): boolean {
  return (checkBox === true || radioButton === true) && typeof fieldValue === 'string' && fieldValue !== 'Off'
}
