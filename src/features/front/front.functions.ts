import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { instant } from '#kernel/time/instant-field.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { breakingBarForm } from './rules/breaking-bar.ts'
import { frontChange, frontPage } from './rules/front.ts'
import type { FrontPage } from './rules/front-page.ts'
import { endBreakingBar, findBreakingBar, showBreakingBar } from './server/breaking-bar.server.ts'
import { changeFront, discardFrontDraft, findFront, undoFrontChange } from './server/front-drafts.server.ts'
import {
  cancelFrontSchedule,
  listFrontHistory,
  publishFront,
  restoreFront,
  scheduleFront,
  undoFrontPublication,
} from './server/front-publications.server.ts'

export const frontFailure = () => phrase('Failed to load the front')
export const changeFrontFailure = () => phrase('Failed to change the front')
export const publishFrontFailure = () => phrase('Failed to publish the front')
export const breakingBarFailure = () => phrase('Failed to change the breaking bar')

const decision = { page: frontPage, id, version: z.int().min(0) }

const getFront = createServerFn({ method: 'GET' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage }))
  .handler(({ data }) => withUserMessage(frontFailure(), () => findFront(db(), data.page, new Date())))

const getFrontHistory = createServerFn({ method: 'GET' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage, before: z.optional(z.int().min(0)) }))
  .handler(({ data }) =>
    withUserMessage(frontFailure(), () => listFrontHistory(db(), data.page, data.before)),
  )

const getBreakingBar = createServerFn({ method: 'GET' })
  .middleware([requireCapability('front.curate')])
  .handler(() => withUserMessage(frontFailure(), () => findBreakingBar(db(), new Date())))

export const changeFrontFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage, change: frontChange }))
  .handler(({ data, context }) =>
    withUserMessage(changeFrontFailure(), () =>
      changeFront(db(), context.account, data.page, data.change, new Date()),
    ),
  )

export const undoFrontChangeFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage, version: decision.version }))
  .handler(({ data, context }) =>
    withUserMessage(changeFrontFailure(), () =>
      undoFrontChange(db(), context.account, data.page, data.version, new Date()),
    ),
  )

export const discardFrontDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage }))
  .handler(({ data, context }) =>
    withUserMessage(changeFrontFailure(), () =>
      discardFrontDraft(db(), context.account, data.page, new Date()),
    ),
  )

export const restoreFrontFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage, publicationId: id }))
  .handler(({ data, context }) =>
    withUserMessage(changeFrontFailure(), () => restoreFront(db(), context.account, data, new Date())),
  )

export const publishFrontFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object(decision))
  .handler(({ data, context }) =>
    withUserMessage(publishFrontFailure(), () => publishFront(db(), context.account, data, new Date())),
  )

export const scheduleFrontFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ ...decision, plannedAt: instant }))
  .handler(({ data, context }) =>
    withUserMessage(publishFrontFailure(), () => scheduleFront(db(), context.account, data, new Date())),
  )

export const cancelFrontScheduleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(publishFrontFailure(), () =>
      cancelFrontSchedule(db(), context.account, data.id, new Date()),
    ),
  )

export const undoFrontPublicationFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage, id, undoes: id }))
  .handler(({ data, context }) =>
    withUserMessage(publishFrontFailure(), () =>
      undoFrontPublication(db(), context.account, data, new Date()),
    ),
  )

export const showBreakingBarFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(breakingBarForm)
  .handler(({ data, context }) =>
    withUserMessage(breakingBarFailure(), () => showBreakingBar(db(), context.account, data, new Date())),
  )

export const endBreakingBarFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .handler(({ context }) =>
    withUserMessage(breakingBarFailure(), () => endBreakingBar(db(), context.account)),
  )

export const frontQuery = (page: FrontPage) =>
  queryOptions({
    queryKey: ['admin', 'front', page],
    queryFn: () => getFront({ data: { page } }),
    // Pins end by time.
    staleTime: 0,
    meta: { tags: ['admin:front', 'articles'] },
  })

export const frontHistoryQuery = (page: FrontPage) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'front', page, 'history'],
    queryFn: ({ pageParam }) => getFrontHistory({ data: { page, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { tags: ['admin:front'] },
  })

export const breakingBarQuery = queryOptions({
  queryKey: ['admin', 'breaking-bar'],
  queryFn: () => getBreakingBar(),
  meta: { tags: ['admin:front'] },
})
