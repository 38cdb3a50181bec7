import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { db } from '#platform/database/db.server.ts'
import { noArguments } from '#platform/strict-arguments.ts'
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
