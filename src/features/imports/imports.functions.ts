import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { env } from '#platform/process/env.server.ts'
import { importOptions } from './rules/import-options.ts'
import { checkAgain, findImport, listImports, pauseImport, startImport } from './server/imports.server.ts'
import { deleteImport, openExportStore } from './server/uploaded-exports.server.ts'

export const importsFailure = () => phrase('Failed to fetch imports')
export const startImportFailure = () => phrase('Failed to start the import')
export const pauseImportFailure = () => phrase('Failed to pause the import')
export const checkImportFailure = () => phrase('Failed to check the export')
export const deleteImportFailure = () => phrase('Failed to delete the import')

const getImports = createServerFn({ method: 'GET' })
  .middleware([requireCapability('imports.manage')])
  .handler(() => withUserMessage(importsFailure(), () => listImports(db())))

const getImport = createServerFn({ method: 'GET' })
  .middleware([requireCapability('imports.manage')])
  .validator(z.object({ id }))
  .handler(({ data }) => withUserMessage(importsFailure(), () => findImport(db(), data.id)))

export const startImportFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('imports.manage')])
  .validator(z.object({ id, options: importOptions }))
  .handler(({ data, context }) =>
    withUserMessage(startImportFailure(), () => startImport(db(), context.account, data)),
  )

export const pauseImportFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('imports.manage')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(pauseImportFailure(), () => pauseImport(db(), context.account, data.id)),
  )

export const checkImportAgainFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('imports.manage')])
  .validator(z.object({ id, options: importOptions }))
  .handler(({ data, context }) =>
    withUserMessage(checkImportFailure(), () => checkAgain(db(), context.account, data)),
  )

export const deleteImportFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('imports.manage')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(deleteImportFailure(), () =>
      deleteImport(db(), context.account, data.id, openExportStore(env())),
    ),
  )

/** The progress of an import sends no notifications. */
const PROGRESS_MS = 2_000
const ACTIVE = ['checking', 'running']

export const importsQuery = queryOptions({
  queryKey: ['admin', 'imports'],
  queryFn: () => getImports(),
  staleTime: 0,
  refetchInterval: ({ state }) => state.data?.some((row) => ACTIVE.includes(row.state)) && PROGRESS_MS,
  meta: { tags: ['admin:imports'] },
})

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'imports', id],
    queryFn: () => getImport({ data: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (ACTIVE.includes(state.data?.state ?? '') ? PROGRESS_MS : false),
    meta: { tags: ['admin:imports'] },
  })
