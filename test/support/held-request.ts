import { request } from 'node:http'
import type { TestServer } from './server.ts'

export interface HeldRequest {
  /** Sends the rest, and gives what the server answers. */
  finish(): Promise<{ status: number; body: string }>
  /** Hangs up in the middle. */
  leave(): void
}

/** An upload that has begun and waits: a request for as long as a test needs one to run. */
export async function holdUpload({ url }: Pick<TestServer, 'url'>, key: string): Promise<HeldRequest> {
  const upload = request(`${url}/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=edge',
      expect: '100-continue',
    },
  })
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    upload.once('error', reject)
    upload.once('response', async response => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve({ status: response.statusCode ?? 0, body })
    })
  })
  // Whoever only leaves does not ask how it went.
  answered.catch(() => undefined)
  const begun = new Promise(resolve => upload.once('continue', resolve))
  upload.write(
    '--edge\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nfile-extract\r\n' +
      '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nword ',
  )
  await Promise.race([begun, answered])
  return {
    finish() {
      upload.end('word\r\n--edge--\r\n')
      return answered
    },
    leave: () => void upload.destroy(),
  }
}
