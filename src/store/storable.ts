import type { Dialect } from 'kysely'
import { PlatformError } from '../core/errors.ts'

/** PostgreSQL keeps no NUL characters; SQLite could, but what one database refuses the other must refuse too. */
export function storableOnly(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: rows => dialect.createIntrospector(rows),
    createQueryCompiler() {
      const compiler = dialect.createQueryCompiler()
      return {
        compileQuery(node, queryId) {
          const query = compiler.compileQuery(node, queryId)
          if (query.parameters.some(holdsNul)) {
            throw new PlatformError('request_params_invalid', 'Text with the NUL character (U+0000) is not accepted.')
          }
          return query
        },
      }
    },
  }
}

function holdsNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}
