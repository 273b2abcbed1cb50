import type { TestServer } from './server.ts'

export type FileContent = string | Uint8Array<ArrayBuffer>

export interface UploadedFile {
  readonly id: string
  readonly object: string
  readonly bytes: number
  readonly created_at: number
  readonly filename: string
  readonly purpose: string
  readonly status: string
  readonly status_details?: string
}

/** Posts a form of these parts, in this order. */
export async function uploadForm<T = UploadedFile>(
  server: TestServer,
  parts: readonly (readonly [name: string, value: string | File])[],
  key = server.key,
): Promise<{ status: number; body: T }> {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const response = await server.fetch('/v1/files', { method: 'POST', body: form, key })
  return { status: response.status, body: (await response.json()) as T }
}

export function upload(server: TestServer, purpose: string, name: string, content: FileContent, key = server.key) {
  return uploadForm(
    server,
    [
      ['purpose', purpose],
      ['file', new File([content], name)],
    ],
    key,
  )
}
