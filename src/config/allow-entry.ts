import { isIP, isIPv4 } from 'node:net'

/** `files.lan`, `files.lan:8080`, `10.0.0.5`, `[fd00::5]:80`, `10.0.0.0/8` */
export function isAllowEntry(text: string): boolean {
  if (text.includes('%')) return false
  if (isIP(text) !== 0) return true

  const range = /^(?<base>[^/]+)\/(?<bits>0|[1-9]\d{0,2})$/.exec(text)?.groups
  if (range?.base !== undefined) return isIP(range.base) !== 0 && Number(range.bits) <= (isIPv4(range.base) ? 32 : 128)

  const parts = /^(?:\[(?<literal>[^\]]+)\]|(?<name>[^:[\]]+))(?::(?<port>[1-9]\d{0,4}))?$/.exec(text)?.groups
  if (parts === undefined || Number(parts.port ?? 1) > 65535) return false
  return parts.name === undefined ? isIP(parts.literal ?? '') !== 0 : isHostName(parts.name)
}

export function isHostName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i.test(text)
}
