import type { MessagesError } from './schema.ts'

/**
 * A caller with a thread sends only what is new and counts on us for the rest. Nothing is kept here, so `thread` is not
 * passed over like other fields that we don't know: the answer would be to half a conversation. A client library that
 * reads these details goes on by itself, with the whole conversation each time.
 */
export function writeThreadRefusal(requestId: string): MessagesError {
  return {
    type: 'error',
    error: {
      type: 'request_params_invalid',
      message: '"thread" is not supported: conversations are not kept here; send all of "messages" each time.',
      details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
    },
    request_id: requestId,
  }
}
