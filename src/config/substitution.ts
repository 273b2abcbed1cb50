export type Variables = (name: string) => string | undefined

export type Substitution = { readonly text: string } | { readonly problem: string }

const pattern = /\$\$\{|\$\{(?:(?<name>[A-Za-z_]\w*)(?::-(?<fallback>[^}]*))?\})?/g

/** Puts variables in once: what they hold is not looked through for more. */
export function substitute(template: string, variables: Variables): Substitution {
  const missing: string[] = []
  let malformed = false

  const text = template.replaceAll(pattern, (whole, ...rest) => {
    if (whole === '$${') return '${'
    const { name, fallback } = rest.at(-1) as { name?: string; fallback?: string }
    if (name === undefined) {
      malformed = true
      return ''
    }
    const value = variables(name)
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value
    if (value === undefined) missing.push(name)
    return value ?? ''
  })

  if (malformed) {
    return { problem: `this is not a variable; accepted: \${NAME}, \${NAME:-default}, or $\${ for a literal \${` }
  }
  const [first] = missing
  if (first === undefined) return { text }
  const names = [...new Set(missing)].join(' and ')
  return { problem: `the variable ${names} is not set; set it, or give a default as in \${${first}:-default}` }
}
