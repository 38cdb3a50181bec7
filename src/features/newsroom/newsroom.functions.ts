import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireRole } from '#features/accounts/require-role.functions.ts'
import { FETCH_ERROR } from '#features/articles/rules/fetch-error.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { readLine } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/with-user-message.server.ts'
import { articleDraftSchema, articleFormSchema } from './rules/article-form.ts'
import { deleteArticle, restoreArticle } from './server/delete-article.server.ts'
import { createArticle, findEditedArticle, updateArticle } from './server/edit-article.server.ts'
import { listAdminArticles } from './server/list-admin-articles.server.ts'
import { previewArticle } from './server/preview-article.server.tsx'

const id = z.uuid().toLowerCase()

const listAdminArticlesFn = createServerFn({ method: 'GET' })
  .middleware([requireRole('admin')])
  .validator(
    z.object({
      q: z
        .string()
        .optional()
        .transform((q) => q && readLine(q)),
      category: z.enum(CATEGORIES).optional(),
      before: z.string().optional(),
    }),
  )
  .handler(({ data }) => withUserMessage(FETCH_ERROR, () => listAdminArticles(db(), data)))

const findEditedArticleFn = createServerFn({ method: 'GET' })
  .middleware([requireRole('admin')])
  .validator(z.object({ id }))
  .handler(({ data }) => withUserMessage(FETCH_ERROR, () => findEditedArticle(db(), data.id)))

export const createArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireRole('admin')])
  .validator(z.object({ id, form: articleFormSchema }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to create article', () => createArticle(db(), context.account, data, new Date())),
  )

/** Rejects the update if the article has changed since `version`. */
export const updateArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireRole('admin')])
  .validator(z.object({ id, version: z.string().max(100), form: articleFormSchema }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to update article', () => updateArticle(db(), context.account, data, new Date())),
  )

export const deleteArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireRole('admin')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to delete article', () => deleteArticle(db(), context.account, data.id)),
  )

/** @returns whether the article was restored */
export const restoreArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireRole('admin')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to restore article', () => restoreArticle(db(), context.account, data.id)),
  )

/** @returns sanitised HTML */
export const previewArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireRole('admin')])
  .validator(z.object({ form: articleDraftSchema, id: id.optional() }))
  .handler(({ data }) => previewArticle(data.form, data.id))

export const adminArticlesQuery = (filter: { q?: string; category?: Category }) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'articles', 'list', filter.q ?? null, filter.category ?? null],
    queryFn: ({ pageParam }) => listAdminArticlesFn({ data: { ...filter, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // The list keeps its pages and its scroll position while an article is edited.
    gcTime: Number.POSITIVE_INFINITY,
    meta: { tags: ['articles'] },
  })

/** An article for the editor; null if it does not exist. */
export const editedArticleQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'edited', id],
    queryFn: () => findEditedArticleFn({ data: { id } }),
    meta: { tags: [`article:${id}`] },
  })
