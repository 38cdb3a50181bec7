import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { LIVE_STATES } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { correctionNote, livePostForm } from './rules/live-post.ts'
import { setLiveState } from './server/coverage.server.ts'
import { findDesk, listCoverages } from './server/live-desk.server.ts'
import { changePost, createPost, editPost, POST_ACTIONS } from './server/live-posts.server.ts'

export const deskFailure = () => phrase('Failed to fetch live coverage')
export const postFailure = () => phrase('Failed to publish the post')
export const changePostFailure = () => phrase('Failed to change the post')
export const liveStateFailure = () => phrase('Failed to change the live coverage')

const getCoverages = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) => withUserMessage(deskFailure(), () => listCoverages(db(), context.account)))

const getDesk = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, before: z.int().positive().optional() }))
  .handler(({ data, context }) => withUserMessage(deskFailure(), () => findDesk(db(), context.account, data)))

export const setLiveStateFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, state: z.enum(LIVE_STATES).nullable() }))
  .handler(({ data, context }) =>
    withUserMessage(liveStateFailure(), () => setLiveState(db(), context.account, data)),
  )

export const createPostFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(livePostForm.extend({ id, articleId: id, isPinned: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(postFailure(), () => createPost(db(), context.account, data, new Date())),
  )

export const editPostFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(livePostForm.extend({ id, version: z.int().positive(), correction: correctionNote.optional() }))
  .handler(({ data, context }) =>
    withUserMessage(changePostFailure(), () => editPost(db(), context.account, data, new Date())),
  )

export const changePostFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, action: z.enum(POST_ACTIONS) }))
  .handler(({ data, context }) =>
    withUserMessage(changePostFailure(), () => changePost(db(), context.account, data, new Date())),
  )

export const coveragesQuery = queryOptions({
  queryKey: ['admin', 'live'],
  queryFn: () => getCoverages(),
  meta: { tags: ['admin:live', 'admin:drafts'] },
})

export const deskQuery = (articleId: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'live', articleId],
    queryFn: ({ pageParam }) => getDesk({ data: { id: articleId, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page?.next ?? undefined,
    meta: { tags: ['admin:live', 'admin:drafts'] },
  })
