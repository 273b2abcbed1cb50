import { join } from 'node:path'
import { Type } from 'typebox'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { parseHttpAddress, parseS3Address } from '../addresses.ts'
import { environmentProblem } from '../config-error.ts'
import { acceptedHttpAddress, HttpAddress } from '../http-address.ts'
import { defineSection, type SectionContext } from '../section.ts'
import { showValue } from '../show.ts'

export interface S3Config {
  readonly kind: 's3'
  readonly bucket: string
  /** Without slashes at its ends; empty when the bucket is used whole. */
  readonly prefix: string
  readonly region: string
  readonly pathStyle: boolean
  readonly endpoint?: string
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  readonly sessionToken?: string
}

export type BlobsConfig = { readonly kind: 'disk'; readonly folder: string } | S3Config

const acceptedText = 's3://bucket/prefix, or a path that starts with /, ./ or ../'

const S3Schema = Type.Object(
  {
    url: Type.String({ format: 's3-address', accepts: 's3://bucket or s3://bucket/prefix' }),
    endpoint: Type.Optional(HttpAddress),
    region: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,64}$', accepts: 'a region such as us-east-1' })),
    path_style: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const BlobsSchema = Type.Union([Type.String({ format: 'blobs-address', accepts: acceptedText }), S3Schema], {
  accepts: `${acceptedText}, or a map with the keys ${Object.keys(S3Schema.properties).join(', ')}`,
})

export const blobs = defineSection(BlobsSchema, (value, context): BlobsConfig => {
  if (value === undefined) return { kind: 'disk', folder: join(context.dataFolder, 'blobs') }
  const s3 = typeof value === 'string' ? { url: value } : value
  const address = parseS3Address(s3.url)
  if (address === undefined) return { kind: 'disk', folder: context.resolvePath(s3.url) }

  const endpoint = 'endpoint' in s3 ? parseHttpAddress(s3.endpoint) : endpointOfEnvironment(context)
  return omitUndefined({
    kind: 's3' as const,
    ...address,
    region: ('region' in s3 ? s3.region : undefined) ?? context.variables('AWS_REGION') ?? 'us-east-1',
    pathStyle: ('path_style' in s3 ? s3.path_style : undefined) ?? endpoint !== undefined,
    endpoint,
    ...credentials(context),
  })
})

function endpointOfEnvironment({ variables, report }: SectionContext): string | undefined {
  const name = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find(variable => variables(variable) !== undefined)
  if (name === undefined) return undefined
  const text = variables(name) ?? ''
  const endpoint = parseHttpAddress(text)
  if (endpoint === undefined) {
    report(environmentProblem(name, `${showValue(text)} is not accepted; accepted: ${acceptedHttpAddress}`))
  }
  return endpoint
}

/** Without credentials the store may still find some, as on a machine that has a role. */
function credentials({ variables, report }: SectionContext) {
  const accessKeyId = variables('AWS_ACCESS_KEY_ID')
  const secretAccessKey = variables('AWS_SECRET_ACCESS_KEY')
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const [missing, given] =
      accessKeyId === undefined
        ? ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
        : ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID']
    report(environmentProblem(missing, `missing, although ${given} is set; accepted: both or neither`))
  }
  return { accessKeyId, secretAccessKey, sessionToken: variables('AWS_SESSION_TOKEN') }
}
