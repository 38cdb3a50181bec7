import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_TOPICS, topicForm } from './rules/topic.ts'
import {
  deleteTopic,
  listTopicNames,
  listTopics,
  mergeTopics,
  type SaveTopicOutcome,
  saveTopic,
} from './server/topics.server.ts'

export const topicsFailure = () => phrase('Failed to fetch topics')
export const saveTopicFailure = () => phrase('Failed to save topic')
export const deleteTopicFailure = () => phrase('Failed to delete topic')
export const mergeTopicsFailure = () => phrase('Failed to merge topics')

const topicId = z.object({ id })

const getTopics = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(() => withUserMessage(topicsFailure(), () => listTopics(db())))

const getTopicNames = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(() => withUserMessage(topicsFailure(), () => listTopicNames(db())))

export const saveTopicFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('topics.manage')])
  .validator(topicForm.extend({ ...topicId.shape, isNew: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(saveTopicFailure(), () => saveTopic(db(), context.account, data)),
  )

export const deleteTopicFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('topics.manage')])
  .validator(topicId)
  .handler(({ data, context }) =>
    withUserMessage(deleteTopicFailure(), () => deleteTopic(db(), context.account, data.id)),
  )

export const mergeTopicsFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('topics.manage')])
  .validator(topicId.extend({ intoId: id }))
  .handler(({ data, context }) =>
    withUserMessage(mergeTopicsFailure(), () => mergeTopics(db(), context.account, data)),
  )

export const topicsQuery = queryOptions({
  queryKey: ['admin', 'topics'],
  queryFn: () => getTopics(),
  // Deleting an article changes the counts, which nothing announces.
  staleTime: 0,
  meta: { tags: ['admin:topics'] },
})

/** For pickers, which need no counts. */
export const topicNamesQuery = queryOptions({
  queryKey: ['admin', 'topics', 'names'],
  queryFn: () => getTopicNames(),
  meta: { tags: ['admin:topics'] },
})

export const topicErrors = (): Record<Exclude<SaveTopicOutcome['kind'], 'saved'>, string> => ({
  taken: phrase('Another topic has this name'),
  'slug-taken': phrase('Another topic has this address'),
  full: phrase('There can be {max} topics at most. Delete one first.', { max: MAX_TOPICS }),
  gone: phrase('The topic no longer exists'),
})
