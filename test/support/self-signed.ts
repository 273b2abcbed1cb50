import { generateKeyPairSync, sign } from 'node:crypto'

/** One ASN.1 value: its tag, its length, its parts. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/** A certificate for one name that is its own authority, so that the tests need no key in the repository. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const identifier = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
  const ed25519 = der(0x30, identifier(0x2b, 0x65, 0x70))
  const subject = der(0x30, der(0x31, der(0x30, identifier(0x55, 4, 3), der(0x0c, Buffer.from('test')))))
  const time = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`))
  const names = der(0x30, der(0x82, Buffer.from(name)))
  const authority = der(0x30, der(0x01, Buffer.from([255])))
  const extensions = der(
    0x30,
    der(0x30, identifier(0x55, 0x1d, 0x11), der(0x04, names)),
    der(0x30, identifier(0x55, 0x1d, 0x13), der(0x04, authority)),
  )
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ed25519,
    subject,
    der(0x30, time(2020), time(2120)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey))
  const cert = der(0x30, body, ed25519, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----`,
  }
}
