import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_TOPICS, topicForm } from './rules/topic.ts'
import {
  deleteTopic,
  listTopics,
  mergeTopics,
  type SaveTopicOutcome,
  saveTopic,
} from './server/topics.server.ts'

export const TOPICS_FAILURE = 'Failed to fetch topics'
export const SAVE_TOPIC_FAILURE = 'Failed to save topic'
export const DELETE_TOPIC_FAILURE = 'Failed to delete topic'
export const MERGE_TOPICS_FAILURE = 'Failed to merge topics'

const topicId = z.object({ id })

const getTopics = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(() => withUserMessage(TOPICS_FAILURE, () => listTopics(db())))

export const saveTopicFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('topics.manage')])
  .validator(topicForm.extend({ ...topicId.shape, isNew: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(SAVE_TOPIC_FAILURE, () => saveTopic(db(), context.account, data)),
  )

export const deleteTopicFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('topics.manage')])
  .validator(topicId)
  .handler(({ data, context }) =>
    withUserMessage(DELETE_TOPIC_FAILURE, () => deleteTopic(db(), context.account, data.id)),
  )

export const mergeTopicsFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('topics.manage')])
  .validator(topicId.extend({ intoId: id }))
  .handler(({ data, context }) =>
    withUserMessage(MERGE_TOPICS_FAILURE, () => mergeTopics(db(), context.account, data)),
  )

export const topicsQuery = queryOptions({
  queryKey: ['admin', 'topics'],
  queryFn: () => getTopics(),
  // Deleting an article changes the counts, which nothing announces.
  staleTime: 0,
  meta: { tags: ['admin:topics'] },
})

export const TOPIC_ERRORS: Record<Exclude<SaveTopicOutcome['kind'], 'saved'>, string> = {
  taken: 'Another topic has this name',
  'slug-taken': 'Another topic has this address',
  full: `There can be ${formatNumber(MAX_TOPICS)} topics at most. Delete one first.`,
  gone: 'The topic no longer exists',
}
