import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { readDay } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/pages/with-user-message.server.ts'
import { parseArticleListFilter } from './rules/article-manager-params.ts'
import {
  assignmentForm,
  bulkAssignmentForm,
  bulkCategoryForm,
  bulkPublicationForm,
  bulkTopicForm,
  ideaForm,
  viewForm,
} from './rules/desk-forms.ts'
import { MAX_HISTORY_EVENTS } from './rules/history.ts'
import { note, plannedTime } from './rules/publication-forms.ts'
import { changeTopic, findArticleTopics } from './server/article-topics.server.ts'
import { assignDraft, createIdea, findAssignment } from './server/assign-draft.server.ts'
import { type ArticleChange, changeArticles, MAX_CHANGES } from './server/change-articles.server.ts'
import { duplicateArticle } from './server/duplicate-article.server.ts'
import { listCalendar } from './server/list-calendar.server.ts'
import { listHistory } from './server/list-history.server.ts'
import { listStaff } from './server/list-staff.server.ts'
import { deleteView, listSavedViews, saveView } from './server/saved-views.server.ts'
import { moveSchedule } from './server/scheduled-publications.server.ts'
import { cancelWithdrawal, scheduleWithdrawal } from './server/scheduled-withdrawals.server.ts'

export const ARTICLE_TOPICS_FAILURE = 'Failed to fetch topics of the article'

const id = z.uuid().toLowerCase()
const version = z.string().max(100)
const day = z.string().refine((text) => readDay(text) !== undefined)

const getStaff = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.read-all')])
  .handler(() => withUserMessage('Failed to fetch people', () => listStaff(db())))

const getAssignment = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to fetch assignment', () => findAssignment(db(), context.account, data.id)),
  )

export const assignDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.read-all')])
  .validator(assignmentForm.partial().extend({ id }))
  .handler(({ data: { due, ...data }, context }) =>
    withUserMessage('Failed to assign article', () =>
      assignDraft(db(), context.account, { ...data, dueAt: due }),
    ),
  )

export const createIdeaFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.read-all')])
  .validator(ideaForm.extend({ id }))
  .handler(({ data: { due, ...data }, context }) =>
    withUserMessage('Failed to create idea', () =>
      createIdea(db(), context.account, { ...data, dueAt: due }, new Date()),
    ),
  )

const topicChange = bulkTopicForm.extend({ id })

const change: z.ZodType<ArticleChange> = z.discriminatedUnion('kind', [
  bulkAssignmentForm.extend({ id, kind: z.literal('assign') }),
  bulkCategoryForm.extend({ id, kind: z.literal('category') }),
  topicChange,
  z.object({
    id,
    kind: z.literal('withdraw'),
    publicationId: id,
    reason: note,
  }),
  z.object({ id, kind: z.literal('approve'), version }),
  bulkPublicationForm.extend({ id, kind: z.literal('publish'), version, publicationId: id }),
  z.object({ id, kind: z.enum(['delete', 'restore']) }),
])

export const changeArticlesFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ changes: z.array(change).min(1).max(MAX_CHANGES) }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to change articles', () =>
      changeArticles(db(), context.account, data.changes, new Date()),
    ),
  )

const getArticleTopics = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(ARTICLE_TOPICS_FAILURE, () => findArticleTopics(db(), context.account, data.id)),
  )

export const changeTopicFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(topicChange)
  .handler(({ data, context }) =>
    withUserMessage('Failed to change topics', () => changeTopic(db(), context.account, data)),
  )

const getSavedViews = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) =>
    withUserMessage('Failed to fetch views', () => listSavedViews(db(), context.account)),
  )

export const saveViewFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(
    viewForm.extend({
      id,
      filter: z.record(z.string().max(20), z.string().max(500)).transform(parseArticleListFilter),
    }),
  )
  .handler(({ data, context }) =>
    withUserMessage('Failed to save view', () => saveView(db(), context.account, data)),
  )

export const deleteViewFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to delete view', () => deleteView(db(), context.account, data.id)),
  )

export const CALENDAR_FAILURE = 'Failed to fetch calendar'

const getCalendar = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ from: day, to: day }))
  .handler(({ data, context }) =>
    withUserMessage(CALENDAR_FAILURE, () => listCalendar(db(), context.account, data)),
  )

export const moveScheduleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id, kind: z.enum(['publish', 'withdraw']), plannedAt: plannedTime }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to move publication', () =>
      moveSchedule(db(), context.account, data, new Date()),
    ),
  )

export const scheduleWithdrawalFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id, publicationId: id, plannedAt: plannedTime, reason: note }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to schedule the withdrawal', () =>
      scheduleWithdrawal(db(), context.account, data, new Date()),
    ),
  )

export const cancelWithdrawalFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to cancel the withdrawal', () =>
      cancelWithdrawal(db(), context.account, data.id, new Date()),
    ),
  )

export const duplicateArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, copyId: id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to duplicate article', () =>
      duplicateArticle(db(), context.account, data, new Date()),
    ),
  )

export const HISTORY_FAILURE = 'Failed to fetch history'

const getHistory = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, limit: z.int().min(1).max(MAX_HISTORY_EVENTS) }))
  .handler(({ data, context }) =>
    withUserMessage(HISTORY_FAILURE, () => listHistory(db(), context.account, data)),
  )

export const staffQuery = queryOptions({
  queryKey: ['admin', 'staff'],
  queryFn: () => getStaff(),
  meta: { tags: ['admin:users'] },
})

export const assignmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'assignment', id],
    queryFn: () => getAssignment({ data: { id } }),
    meta: { tags: ['admin:drafts'] },
  })

export const articleTopicsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'topics', id],
    queryFn: () => getArticleTopics({ data: { id } }),
    meta: { tags: ['admin:drafts', 'admin:topics'] },
  })

/** @param limit number of events */
export const historyQuery = (id: string, limit: number) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'history', id, limit],
    queryFn: () => getHistory({ data: { id, limit } }),
    meta: { tags: ['admin:drafts'] },
  })

export const savedViewsQuery = queryOptions({
  queryKey: ['admin', 'saved-views'],
  queryFn: () => getSavedViews(),
  meta: { tags: ['admin:views'] },
})

/** @param period London days, inclusive */
export const calendarQuery = (period: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'calendar', period],
    queryFn: () => getCalendar({ data: period }),
    meta: { tags: ['articles', 'admin:drafts'] },
  })
