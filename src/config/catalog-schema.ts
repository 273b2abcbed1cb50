import { Type } from 'typebox'
import { weightsCapabilities } from '../core/catalog.ts'

const closed = { additionalProperties: false }
const text = (longest: number) =>
  Type.String({ minLength: 1, maxLength: longest, accepts: `text of 1 to ${longest} characters` })

// No segment may be "..": what a path names stays below the folder that it is joined to.
const RelativePath = Type.String({
  pattern: '^(?!\\.)[A-Za-z0-9@._+-]{1,128}(/(?!\\.)[A-Za-z0-9@._+-]{1,128}){0,7}$',
  accepts: 'a relative path such as onnx/encoder.onnx, of letters, digits and . _ + @ -, no part beginning with "."',
})
const PackageVersion = Type.String({
  pattern:
    '^(@[a-z0-9._~-]{1,100}/)?[a-z0-9_~-][a-z0-9._~-]{0,200}@\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(-[0-9A-Za-z.-]{1,64})?$',
  accepts: 'a package with an exact version, such as some-package@1.0.0',
})
const NpmSchema = Type.Object({ npm: PackageVersion, path: RelativePath }, closed)
export const SourceSchema = Type.Object(
  {
    npm: Type.Optional(PackageVersion),
    join: Type.Optional(
      Type.Array(NpmSchema, { minItems: 2, maxItems: 64, accepts: 'a list of 2 to 64 maps with the keys npm, path' }),
    ),
    huggingface: Type.Optional(
      Type.String({ pattern: '^[\\w.-]{1,96}/[\\w.-]{1,96}$', accepts: 'a repository such as owner/name' }),
    ),
    repository: Type.Optional(RelativePath),
    revision: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{40}$', accepts: 'a commit of 40 hexadecimal digits, not a branch' }),
    ),
    path: Type.Optional(RelativePath),
  },
  { ...closed, exclusive: ['npm', 'join', 'huggingface', 'repository'] },
)
const FileSchema = Type.Object(
  {
    path: RelativePath,
    bytes: Type.Integer({ minimum: 1, maximum: 2 ** 40 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', accepts: '64 lower-case hexadecimal digits' }),
    sources: Type.Array(SourceSchema, { minItems: 1, maxItems: 8, accepts: 'a list of 1 to 8 sources' }),
  },
  closed,
)
export const EntrySchema = Type.Object(
  {
    capability: Type.Enum(weightsCapabilities),
    description: text(300),
    licence: text(100),
    upstream: text(500),
    starter: Type.Optional(Type.Boolean()),
    rank: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    files: Type.Array(FileSchema, { minItems: 1, maxItems: 500, accepts: 'a list of 1 to 500 files' }),
  },
  closed,
)
