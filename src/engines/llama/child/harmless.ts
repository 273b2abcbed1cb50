import type { LlamaJob } from '../protocol.ts'

/** What a caller wrote is cut within each text that would be a control token, so that it is none. */
export function harmless(job: LlamaJob, specialTexts: readonly string[], cut: string): LlamaJob {
  const written = JSON.stringify([job.messages, job.tools])
  const present = specialTexts.filter(special => written.includes(special))
  if (present.length === 0) return job
  const cutAll = (text: string) =>
    present.reduce((cutText, special) => cutText.replaceAll(special, special[0] + cut + special.slice(1)), text)
  return { ...job, messages: everyText(job.messages, cutAll), tools: everyText(job.tools, cutAll) }
}

function everyText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map(item => everyText(item, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), everyText(item, change)])) as T
}
