/** What one answer took, told by its stream. */
export interface Streamed {
  readonly tokens: number
  readonly firstMs: number
}

/** Reads a streamed chat completion; each event with words counts as what the usage says at the end. */
export async function streamAnswer(
  url: string,
  key: string,
  model: string,
  words: string,
  length: number,
): Promise<Streamed> {
  const beganAt = performance.now()
  const reply = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: words }],
      temperature: 0,
      max_tokens: length,
      stream: true,
      stream_options: { include_usage: true },
    }),
  })
  if (!reply.ok || !reply.body) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  let firstMs: number | undefined
  let tokens = 0
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of reply.body) {
    text += decoder.decode(bytes, { stream: true })
    if (firstMs === undefined && /"content":"[^"]/.test(text)) firstMs = performance.now() - beganAt
    const usage = /"completion_tokens":(\d+)/.exec(text)
    if (usage) tokens = Number(usage[1])
    // Only the end can hold what is looked for once words have come.
    if (firstMs !== undefined) text = text.slice(-400)
  }
  return { tokens, firstMs: firstMs ?? Number.NaN }
}
