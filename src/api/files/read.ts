import { invalid } from '../../core/errors.ts'
import { type FilePurpose, filePurposes } from '../../core/files.ts'
import type { FormFields } from '../../http/multipart.ts'

export function readPurpose(fields: FormFields): FilePurpose {
  const given = fields.get('purpose')?.at(-1)
  const accepted = filePurposes.map(purpose => `"${purpose}"`).join(', ')
  if (given === undefined) throw invalid('purpose', `"purpose" is required; accepted: ${accepted}.`)
  const purpose = filePurposes.find(one => one === given)
  if (!purpose)
    throw invalid('purpose', `"purpose" must be one of ${accepted} (got ${JSON.stringify(given.slice(0, 60))}).`)
  return purpose
}
