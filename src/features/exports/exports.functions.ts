import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { cancelExport, listExports } from './server/exports.server.ts'

export const EXPORTS_FAILURE = 'Failed to fetch exports'
export const CANCEL_EXPORT_FAILURE = 'Failed to cancel the export'

const getExports = createServerFn({ method: 'GET' })
  .middleware([requireCapability('paper.export')])
  .handler(() => withUserMessage(EXPORTS_FAILURE, () => listExports(db())))

export const cancelExportFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('paper.export')])
  .validator(z.object({ id }))
  .handler(({ data }) => withUserMessage(CANCEL_EXPORT_FAILURE, () => cancelExport(db(), data.id)))

/** The progress of an export sends no notifications. */
const PROGRESS_MS = 2_000

export const exportsQuery = queryOptions({
  queryKey: ['admin', 'exports'],
  queryFn: () => getExports(),
  staleTime: 0,
  refetchInterval: ({ state }) => state.data?.some((row) => row.state === 'running') && PROGRESS_MS,
  meta: { tags: ['admin:exports'] },
})
