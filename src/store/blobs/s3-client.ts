import type { S3Client } from '@aws-sdk/client-s3'

type Sdk = typeof import('@aws-sdk/client-s3')

export interface S3Address {
  readonly bucket: string
  readonly prefix: string
  /** Undefined means AWS itself. */
  readonly endpoint?: string
  readonly region: string
  /** Without keys, the usual places are asked: the environment, profiles, and the roles of the machine or pod. */
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  readonly sessionToken?: string
  readonly pathStyle: boolean
}

export function makeS3Client(sdk: Sdk, address: S3Address): S3Client {
  const { endpoint, accessKeyId, secretAccessKey, sessionToken } = address
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error('S3 storage was given only one of access key id and secret access key: it takes both or neither')
  return new sdk.S3Client({
    region: address.region,
    forcePathStyle: address.pathStyle,
    ...(endpoint && { endpoint }),
    ...(accessKeyId &&
      secretAccessKey && { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }),
    // The client's own checksums travel as trailers that many compatible servers refuse; the payload's hash is signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Where a server ignores this header, each upload would wait six seconds and open a connection of its own.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 60_000,
      // Each slow reader of a blob holds a connection; the client's own 50 would let them keep writers out.
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
    logger: silent,
  })
}

/** Without a logger it writes warnings to the console; what matters arrives as an error. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
