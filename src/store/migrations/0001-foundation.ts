import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const foundation: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('projects')
      .addColumn('id', 'text', c => c.primaryKey())
      .addColumn('name', 'text', c => c.notNull().unique())
      .addColumn('created_at', 'bigint', c => c.notNull())
      .execute()

    await db.schema
      .createTable('keys')
      .addColumn('id', 'text', c => c.primaryKey())
      .addColumn('project_id', 'text', c => c.notNull().references('projects.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('hint', 'text', c => c.notNull())
      .addColumn('hash', 'text', c => c.notNull().unique())
      .addColumn('admin', 'integer', c => c.notNull())
      .addColumn('scopes', 'text')
      .addColumn('requests_per_minute', 'integer')
      .addColumn('concurrent_requests', 'integer')
      .addColumn('requests_per_month', 'bigint')
      .addColumn('created_at', 'bigint', c => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute()

    await db.schema
      .createTable('files')
      .addColumn('id', 'text', c => c.primaryKey())
      .addColumn('project_id', 'text', c => c.notNull())
      .addColumn('filename', 'text', c => c.notNull())
      .addColumn('purpose', 'text', c => c.notNull())
      .addColumn('bytes', 'bigint', c => c.notNull())
      .addColumn('sha256', 'text', c => c.notNull())
      .addColumn('created_at', 'bigint', c => c.notNull())
      .addColumn('status', 'text', c => c.notNull())
      .addColumn('status_details', 'text')
      .addColumn('lease_ends', 'bigint', c => c.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('files_of_project').on('files').columns(['project_id', 'created_at', 'id']).execute()
    await db.schema.createIndex('files_to_parse').on('files').columns(['status', 'lease_ends']).execute()

    await db.schema
      .createTable('voices')
      .addColumn('id', 'text', c => c.primaryKey())
      .addColumn('project_id', 'text', c => c.notNull())
      .addColumn('file_id', 'text', c => c.notNull())
      .addColumn('model', 'text', c => c.notNull())
      .addColumn('text', 'text')
      .addColumn('sha256', 'text', c => c.notNull())
      .addColumn('created_at', 'bigint', c => c.notNull())
      .addUniqueConstraint('voices_one_per_source', ['project_id', 'model', 'sha256'])
      .execute()
    await db.schema.createIndex('voices_of_project').on('voices').columns(['project_id', 'created_at', 'id']).execute()

    await db.schema
      .createTable('results')
      .addColumn('id', 'text', c => c.primaryKey())
      .addColumn('project_id', 'text', c => c.notNull())
      .addColumn('content_type', 'text', c => c.notNull())
      .addColumn('filename', 'text', c => c.notNull())
      .addColumn('bytes', 'bigint', c => c.notNull())
      .addColumn('created_at', 'bigint', c => c.notNull())
      .addColumn('expires_at', 'bigint', c => c.notNull())
      .execute()
    await db.schema.createIndex('results_by_expiry').on('results').column('expires_at').execute()

    await db.schema
      .createTable('usage')
      .addColumn('day', 'text', c => c.notNull())
      .addColumn('project_id', 'text', c => c.notNull())
      .addColumn('key_id', 'text', c => c.notNull())
      .addColumn('family', 'text', c => c.notNull())
      .addColumn('model', 'text', c => c.notNull())
      .addColumn('requests', 'bigint', c => c.notNull())
      .addColumn('failures', 'bigint', c => c.notNull())
      .addColumn('input_tokens', 'bigint', c => c.notNull())
      .addColumn('cached_tokens', 'bigint', c => c.notNull())
      .addColumn('output_tokens', 'bigint', c => c.notNull())
      .addPrimaryKeyConstraint('usage_key', ['day', 'key_id', 'family', 'model'])
      .execute()

    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', c => c.primaryKey())
      .addColumn('value', 'text', c => c.notNull())
      .execute()
  },
}
