/** The rows as the database holds them: times in milliseconds, flags as 0 or 1, lists as JSON text. */
export interface Tables {
  projects: { id: string; name: string; created_at: number }
  keys: {
    id: string
    project_id: string
    name: string
    hint: string
    hash: string
    admin: number
    scopes: string | null
    requests_per_minute: number | null
    concurrent_requests: number | null
    requests_per_month: number | null
    created_at: number
    revoked_at: number | null
  }
  files: {
    id: string
    project_id: string
    filename: string
    purpose: string
    bytes: number
    sha256: string
    created_at: number
    status: string
    status_details: string | null
    lease_ends: number
  }
  voices: {
    id: string
    project_id: string
    file_id: string
    model: string
    text: string | null
    sha256: string
    created_at: number
  }
  results: {
    id: string
    project_id: string
    content_type: string
    filename: string
    bytes: number
    created_at: number
    expires_at: number
  }
  vector_stores: { id: string; project_id: string; name: string; type: string; created_at: number }
  vector_store_files: {
    store_id: string
    file_id: string
    description: string | null
    status: string
    status_details: string | null
    created_at: number
    lease_ends: number
  }
  usage: {
    day: string
    project_id: string
    key_id: string
    family: string
    model: string
    requests: number
    failures: number
    input_tokens: number
    cached_tokens: number
    output_tokens: number
  }
  settings: { name: string; value: string }
}
