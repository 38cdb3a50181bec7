import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { db } from '#platform/database/db.server.ts'
import { findPurgeState } from './server/cdn-state.server.ts'

/** Why readers may get outdated pages. Times are in ISO 8601. */
export type PurgeFailure = { since: string; oldestAt: string | null; waiting: number }

const getPurgeFailure = createServerFn({ method: 'GET' })
  .middleware([requireCapability('admin.open')])
  .handler(async (): Promise<PurgeFailure | null> => {
    const state = await findPurgeState(db())
    if (!state?.failingSince) return null
    return {
      since: state.failingSince.toISOString(),
      oldestAt: state.oldestAt?.toISOString() ?? null,
      waiting: state.waiting,
    }
  })

export const purgeFailureQuery = queryOptions({
  queryKey: ['admin', 'cdn'],
  queryFn: () => getPurgeFailure(),
  meta: { tags: ['admin:cdn'] },
})
