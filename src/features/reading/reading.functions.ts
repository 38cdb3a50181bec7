import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { noArguments } from '#platform/http/strict-arguments.ts'
import { MAX_CHECKED } from './rules/refresh-entries.ts'
import { checkSaved } from './server/check-saved.server.ts'
import { listWithdrawn } from './server/list-withdrawn.server.ts'

/** The same for everybody: the Reading List stays on the device. */
export const getWithdrawn = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(() => listWithdrawn(db()))

export const withdrawnQuery = queryOptions({
  queryKey: ['reading', 'withdrawn'],
  queryFn: () => getWithdrawn(),
  meta: { tags: ['articles'] },
})

const getSavedCheck = createServerFn({ method: 'POST' })
  .validator(z.object({ ids: z.array(id).max(MAX_CHECKED) }))
  .handler(({ data }) => checkSaved(db(), data.ids))

/** One request for all saved articles. The ids are not stored. */
export const savedCheckQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['reading', 'saved', ids],
    queryFn: () => getSavedCheck({ data: { ids: [...ids] } }),
    enabled: ids.length > 0,
    staleTime: 0,
    meta: { tags: ['articles'] },
  })
