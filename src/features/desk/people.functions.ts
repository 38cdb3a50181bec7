import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import {
  requireCapability,
  requireRecentAuthentication,
} from '#features/accounts/require-capability.functions.ts'
import { removePortraitFile } from '#features/media/server/portrait.server.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { departureForm } from './rules/departure-form.ts'
import { applyDeparture } from './server/apply-departure.server.ts'
import { countDraftsOf } from './server/transfer-drafts.server.ts'

export const suspendFailure = () => phrase('Failed to suspend the user')
export const removeFailure = () => phrase('Failed to remove the user')
export const ownedFailure = () => phrase('Failed to count articles')

const getOwnedArticles = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .validator(z.object({ userId: id }))
  .handler(({ data }) =>
    withUserMessage(ownedFailure(), async () => ({ articles: await countDraftsOf(db(), data.userId) })),
  )

export const applyDepartureFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(departureForm.extend({ userId: id, kind: z.enum(['suspend', 'remove']) }))
  .handler(({ data: { userId, kind, newOwnerId }, context }) =>
    withUserMessage(kind === 'remove' ? removeFailure() : suspendFailure(), async () => {
      const outcome = await applyDeparture(db(), context.account, {
        userId,
        kind,
        newOwnerId: newOwnerId || null,
      })
      if (outcome.kind !== 'done') return outcome
      if (kind === 'remove') await removePortraitFile(outcome.portrait)
      return { kind: outcome.kind }
    }),
  )

/** Counts the articles that a person owns or is assigned. */
export const ownedArticlesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'owned', userId],
    queryFn: () => getOwnedArticles({ data: { userId } }),
    meta: { tags: ['admin:drafts'] },
  })
