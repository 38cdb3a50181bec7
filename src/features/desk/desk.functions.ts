import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { hasCapability } from '#features/access/rules/access.ts'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { articlesFailure } from '#features/articles/rules/fetch-error.ts'
import { formHash, note } from '#features/drafts/rules/publication-forms.ts'
import { changeTopic, findArticleTopics } from '#features/publishing/server/article-topics.server.ts'
import { assignDraft, createIdea, findAssignment } from '#features/publishing/server/assign-draft.server.ts'
import { duplicateArticle } from '#features/publishing/server/duplicate-article.server.ts'
import { id } from '#kernel/id.ts'
import { readDay } from '#kernel/parameters.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { type ArticleListFilter, ME, parseArticleListFilter } from './rules/article-manager-params.ts'
import {
  assignmentForm,
  bulkAssignmentForm,
  bulkCategoryForm,
  bulkPublicationForm,
  bulkTopicForm,
  ideaForm,
  viewForm,
} from './rules/desk-forms.ts'
import { type ArticleChange, changeArticles, MAX_CHANGES } from './server/change-articles.server.ts'
import { listArticles } from './server/list-articles.server.ts'
import { listCalendar } from './server/list-calendar.server.ts'
import { listMyWork } from './server/list-my-work.server.ts'
import { deleteView, listSavedViews, saveView } from './server/saved-views.server.ts'

const listFilter = z.record(z.string().max(50), z.string().max(1_000)).transform(parseArticleListFilter)

const listArticlesFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ filter: listFilter, before: z.string().max(100).optional() }))
  .handler(({ data: { filter, before }, context: { account } }) =>
    withUserMessage(articlesFailure(), () => {
      const onlyOf = hasCapability(account, 'article.read-all') ? undefined : account.id
      const person = filter.person === ME ? account.id : filter.person
      return listArticles(db(), { ...filter, person, before, onlyOf })
    }),
  )

export const myWorkFailure = () => phrase('Failed to load your work')

const getMyWork = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) =>
    withUserMessage(myWorkFailure(), () => listMyWork(db(), context.account, new Date())),
  )

export const articleListQuery = (filter: ArticleListFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'articles', 'list', filter],
    queryFn: ({ pageParam }) => listArticlesFn({ data: { filter, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // Keeps the list's pages and scroll position while an article is edited.
    gcTime: Number.POSITIVE_INFINITY,
    meta: { tags: ['articles', 'admin:drafts', 'admin:topics'] },
  })

export const myWorkQuery = queryOptions({
  queryKey: ['admin', 'my-work'],
  queryFn: () => getMyWork(),
  meta: { tags: ['admin:drafts'] },
})

export const articleTopicsFailure = () => phrase('Failed to fetch topics of the article')

const day = z.string().refine((text) => readDay(text) !== undefined)

const getAssignment = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to fetch assignment'), () =>
      findAssignment(db(), context.account, data.id),
    ),
  )

export const assignDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.read-all')])
  .validator(assignmentForm.partial().extend({ id }))
  .handler(({ data: { due, ...data }, context }) =>
    withUserMessage(phrase('Failed to assign article'), () =>
      assignDraft(db(), context.account, { ...data, dueAt: due }),
    ),
  )

export const createIdeaFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.read-all')])
  .validator(ideaForm.extend({ id }))
  .handler(({ data: { due, ...data }, context }) =>
    withUserMessage(phrase('Failed to create idea'), () =>
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
  z.object({ id, kind: z.literal('approve'), formHash }),
  bulkPublicationForm.extend({ id, kind: z.literal('publish'), formHash, publicationId: id }),
  z.object({ id, kind: z.enum(['delete', 'restore']) }),
])

export const changeArticlesFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ changes: z.array(change).min(1).max(MAX_CHANGES) }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to change articles'), () =>
      changeArticles(db(), context.account, data.changes, new Date()),
    ),
  )

const getArticleTopics = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(articleTopicsFailure(), () => findArticleTopics(db(), context.account, data.id)),
  )

export const changeTopicFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(topicChange)
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to change topics'), () => changeTopic(db(), context.account, data)),
  )

const getSavedViews = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) =>
    withUserMessage(phrase('Failed to fetch views'), () => listSavedViews(db(), context.account)),
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
    withUserMessage(phrase('Failed to save view'), () => saveView(db(), context.account, data)),
  )

export const deleteViewFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to delete view'), () => deleteView(db(), context.account, data.id)),
  )

export const calendarFailure = () => phrase('Failed to fetch calendar')

const getCalendar = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ from: day, to: day }))
  .handler(({ data, context }) =>
    withUserMessage(calendarFailure(), () => listCalendar(db(), context.account, data)),
  )

export const duplicateArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, copyId: id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to duplicate article'), () =>
      duplicateArticle(db(), context.account, data, new Date()),
    ),
  )

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

export const savedViewsQuery = queryOptions({
  queryKey: ['admin', 'saved-views'],
  queryFn: () => getSavedViews(),
  meta: { tags: ['admin:views'] },
})

/** @param period days, inclusive */
export const calendarQuery = (period: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'calendar', period],
    queryFn: () => getCalendar({ data: period }),
    meta: { tags: ['articles', 'admin:drafts'] },
  })
