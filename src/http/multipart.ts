import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'

export interface FormLimits {
  /** Bytes of one file part. */
  readonly fileBytes: number
}

export interface FormFile {
  readonly field: string
  readonly filename: string
  readonly contentType: string
  readonly content: AsyncIterable<Uint8Array>
}

/** Text fields by name; a name that came twice keeps every value. */
export type FormFields = ReadonlyMap<string, readonly string[]>

export function acceptForms(scope: FastifyInstance): void {
  scope.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Reads a form as it arrives. Each file is handed to `onFile` while it streams, so it may come before the fields that say
 * what it is for; nothing is held in memory but the text fields.
 */
export async function readForm(
  request: FastifyRequest,
  { fileBytes }: FormLimits,
  onFile: (file: FormFile) => Promise<void>,
): Promise<FormFields> {
  const fields = new Map<string, string[]>()
  const parts = request.parts({
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: 4,
      fields: 100,
      parts: 104,
      fieldSize: 32 * 1024 * 1024,
      fieldNameSize: 100,
    },
  })
  let inCallback = false
  try {
    for await (const part of parts) {
      if (part.type === 'file') {
        inCallback = true
        await onFile({
          field: part.fieldname,
          filename: part.filename ?? '',
          contentType: part.mimetype,
          content: within(part, fileBytes),
        })
        inCallback = false
      } else {
        if (part.valueTruncated || part.fieldnameTruncated) {
          throw new PlatformError('request_too_large', `The form field "${part.fieldname}" is too large.`, {
            param: part.fieldname,
          })
        }
        fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)])
      }
    }
  } catch (error) {
    throw inCallback ? error : asFormError(error)
  }
  return fields
}

/** Counted here: the parser's own limit would go on reading to the end of the file before it tells. */
async function* within({ file, fieldname }: MultipartFile, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of file) {
      bytes += chunk.length
      if (bytes > limit) throw tooLarge(fieldname, limit)
      yield chunk
    }
  } catch (error) {
    throw asFormError(error)
  }
}

function tooLarge(field: string, limit: number): PlatformError {
  const message = `"${field}" is larger than ${Math.floor(limit / 1024 / 1024)} MB.`
  return new PlatformError('request_too_large', message, { param: field })
}

/** Only for what the parser throws: it looks at nothing but the caller's bytes. */
function asFormError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  switch ((error as { code?: string }).code) {
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new PlatformError('request_too_large', 'The form has too many parts.')
    case 'FST_PROTO_VIOLATION':
      return new PlatformError('request_params_invalid', 'The form has a field name that is not accepted.')
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new PlatformError('unsupported_media_type', 'Send this as multipart/form-data.')
    case 'FST_MP_PREMATURE_CLOSE':
      return new PlatformError('request_params_invalid', 'The form was cut off before its end.', { cause: error })
    default:
      return new PlatformError('request_params_invalid', 'The form is cut short or malformed.', { cause: error })
  }
}
