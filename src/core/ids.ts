import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Asking the system for random bytes is dear, and every request needs some: they are fetched in bulk. */
const pool = Buffer.alloc(4096)
let used = pool.length

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  // A byte that has become part of a secret does not stay behind.
  pool[used] = 0
  used++
  return byte
}

/** Random letters and digits, each of the 62 equally likely. */
export function randomText(length: number): string {
  const codes: number[] = []
  while (codes.length < length) {
    const byte = randomByte()
    // 248 = 4 × 62: bytes above it would favour the first letters.
    if (byte < 248) codes.push(alphabet.charCodeAt(byte % 62))
  }
  return String.fromCharCode(...codes)
}

export function newId(prefix: string, length = 24): string {
  return prefix + randomText(length)
}
