import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { cancelExport, listExports } from './server/exports.server.ts'

export const exportsFailure = () => phrase('Failed to fetch exports')
export const cancelExportFailure = () => phrase('Failed to cancel the export')

const getExports = createServerFn({ method: 'GET' })
  .middleware([requireCapability('paper.export')])
  .handler(() => withUserMessage(exportsFailure(), () => listExports(db())))

export const cancelExportFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('paper.export')])
  .validator(z.object({ id }))
  .handler(({ data }) => withUserMessage(cancelExportFailure(), () => cancelExport(db(), data.id)))

/** The progress of an export sends no notifications. */
const PROGRESS_MS = 2_000

export const exportsQuery = queryOptions({
  queryKey: ['admin', 'exports'],
  queryFn: () => getExports(),
  staleTime: 0,
  refetchInterval: ({ state }) => state.data?.some((row) => row.state === 'running') && PROGRESS_MS,
  meta: { tags: ['admin:exports'] },
})
