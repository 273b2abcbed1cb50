/** As people write sizes: 52 MB, 1.3 GB. */
export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [unit, name] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  const value = bytes / unit
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${name}`
}
