export interface ImageSize {
  readonly width: number
  readonly height: number
}

const headLength = 256 * 1024

/** From the head of a PNG, GIF, WebP or JPEG; undefined when it is none of them, or damaged. */
export function imageSize(base64: string): ImageSize | undefined {
  const head = Buffer.from(base64.slice(0, headLength), 'base64')
  try {
    if (head.readUInt32BE(0) === 0x89504e47) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
    if (head.toString('latin1', 0, 4) === 'GIF8') return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
    if (head.toString('latin1', 8, 12) === 'WEBP') return webpSize(head)
    return head.readUInt16BE(0) === 0xffd8 ? jpegSize(head) : undefined
  } catch {
    return undefined
  }
}

function webpSize(head: Buffer): ImageSize | undefined {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** The size stands in the frame's header, behind any number of other segments. */
function jpegSize(head: Buffer): ImageSize | undefined {
  let at = 2
  while (head[at] === 0xff) {
    const marker = head.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}
