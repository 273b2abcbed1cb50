import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const vectorStores: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('vector_stores')
      .addColumn('id', 'text', c => c.primaryKey())
      .addColumn('project_id', 'text', c => c.notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('type', 'text', c => c.notNull())
      .addColumn('created_at', 'bigint', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('vector_stores_of_project')
      .on('vector_stores')
      .columns(['project_id', 'created_at', 'id'])
      .execute()

    await db.schema
      .createTable('vector_store_files')
      .addColumn('store_id', 'text', c => c.notNull().references('vector_stores.id').onDelete('cascade'))
      .addColumn('file_id', 'text', c => c.notNull())
      .addColumn('description', 'text')
      .addColumn('status', 'text', c => c.notNull())
      .addColumn('status_details', 'text')
      .addColumn('created_at', 'bigint', c => c.notNull())
      .addColumn('lease_ends', 'bigint', c => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('vector_store_files_key', ['store_id', 'file_id'])
      .execute()
    await db.schema
      .createIndex('vector_store_files_to_index')
      .on('vector_store_files')
      .columns(['status', 'lease_ends'])
      .execute()
    await db.schema.createIndex('vector_store_files_of_file').on('vector_store_files').column('file_id').execute()
  },
}
