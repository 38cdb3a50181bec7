import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { MAX_QUERY_LENGTH, readLine } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { findLinkTargets } from './server/find-link-targets.server.ts'

export const LINK_SEARCH_FAILURE = 'Failed to search articles'

const getLinkTargets = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ q: z.string().max(MAX_QUERY_LENGTH).transform(readLine), isOwn: z.boolean() }))
  .handler(({ data: { q, isOwn }, context }) =>
    withUserMessage(LINK_SEARCH_FAILURE, () => findLinkTargets(db(), context.account, q ?? '', { isOwn })),
  )

/** Published articles, by words from the headline; the newest without words. `isOwn`: without those of other publishers. */
export const linkTargetsQuery = (q: string, isOwn = false) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'link-targets', isOwn, q],
    queryFn: () => getLinkTargets({ data: { q, isOwn } }),
    meta: { tags: ['articles'] },
  })
