import type { FastifyInstance } from 'fastify'
import type { VectorStores } from '../../services/retrieval/vector-stores.ts'
import { ErrorBody } from '../error-schema.ts'
import { ListQuery, readPage } from '../read-page.ts'
import {
  AddedFiles,
  CreatedVectorStore,
  DeletedVectorStore,
  DeletedVectorStoreFile,
  NewVectorStore,
  StoreFilePath,
  StorePath,
  VectorStore,
  VectorStoreFileList,
  VectorStoreList,
} from './schema.ts'
import { writeStore, writeStoreFileList, writeStoreList } from './write.ts'

const tags = ['vector-stores']
const path = '/v1/vector_stores'

export function vectorStoreRoutes(stores: VectorStores) {
  return (scope: FastifyInstance): void => {
    scope.post<{ Body: NewVectorStore }>(
      path,
      {
        schema: {
          tags,
          summary: 'Make a vector store',
          body: NewVectorStore,
          response: { 200: CreatedVectorStore, 400: ErrorBody },
        },
      },
      async ({ caller, body }) => {
        const { id, name } = await stores.create(caller.projectId, { name: body.name, type: body.type ?? 'text' })
        return { id, name }
      },
    )
    scope.get<{ Querystring: ListQuery }>(
      path,
      {
        schema: {
          tags,
          summary: "The project's vector stores",
          querystring: ListQuery,
          response: { 200: VectorStoreList, 400: ErrorBody },
        },
      },
      async ({ caller, query }) => writeStoreList(await stores.page(caller.projectId, readPage(query))),
    )
    scope.get<{ Params: StorePath }>(
      `${path}/:vector_store_id`,
      {
        schema: {
          tags,
          summary: 'One vector store',
          params: StorePath,
          response: { 200: VectorStore, 404: ErrorBody },
        },
      },
      async ({ caller, params }) => writeStore(await stores.get(caller.projectId, params.vector_store_id)),
    )
    scope.delete<{ Params: StorePath }>(
      `${path}/:vector_store_id`,
      {
        schema: {
          tags,
          summary: 'Delete a vector store; its files stay',
          params: StorePath,
          response: { 200: DeletedVectorStore, 404: ErrorBody },
        },
      },
      async ({ caller, params: { vector_store_id: id } }) => {
        await stores.delete(caller.projectId, id)
        return { id, deleted: true, object: 'vector_store.deleted' }
      },
    )
    scope.post<{ Params: StorePath; Body: AddedFiles }>(
      `${path}/:vector_store_id/files`,
      {
        schema: {
          tags,
          summary: 'Put files into a vector store',
          params: StorePath,
          body: AddedFiles,
          response: { 200: VectorStoreFileList, 400: ErrorBody, 404: ErrorBody },
        },
      },
      async ({ caller, params, body }) => {
        const added = body.files.map(({ file_id: fileId, description }) => ({
          fileId,
          ...(description !== undefined && { description }),
        }))
        const items = await stores.addFiles(caller.projectId, params.vector_store_id, added)
        return writeStoreFileList({ items, hasMore: false })
      },
    )
    scope.get<{ Params: StorePath; Querystring: ListQuery }>(
      `${path}/:vector_store_id/files`,
      {
        schema: {
          tags,
          summary: 'The files of a vector store',
          params: StorePath,
          querystring: ListQuery,
          response: { 200: VectorStoreFileList, 400: ErrorBody, 404: ErrorBody },
        },
      },
      async ({ caller, params, query }) =>
        writeStoreFileList(await stores.pageFiles(caller.projectId, params.vector_store_id, readPage(query))),
    )
    scope.delete<{ Params: StoreFilePath }>(
      `${path}/:vector_store_id/files/:file_id`,
      {
        schema: {
          tags,
          summary: 'Take a file out of a vector store; the file itself stays',
          params: StoreFilePath,
          response: { 200: DeletedVectorStoreFile, 404: ErrorBody },
        },
      },
      async ({ caller, params: { vector_store_id: storeId, file_id: id } }) => {
        await stores.removeFile(caller.projectId, storeId, id)
        return { id, deleted: true, object: 'vector_store.file.deleted' }
      },
    )
  }
}
