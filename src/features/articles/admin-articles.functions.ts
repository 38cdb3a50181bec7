import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requires } from '#features/accounts/requires.functions.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { readLine } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { LONGEST } from './rules/article-form.ts'
import { FETCH_ERROR } from './rules/fetch-error.ts'
import { deleteArticle, restoreArticle } from './server/delete-article.server.ts'
import { createArticle, findEditedArticle, updateArticle } from './server/edit-article.server.ts'
import { listAdminArticles } from './server/list-admin-articles.server.ts'
import { previewArticle } from './server/preview-article.server.tsx'

/** A little more than a sound form holds: what is too long is told by field, and what is far too long is no form's. */
const text = (most: number) => z.string().max(most + 10_000)

const form = z.object({
  title: text(LONGEST.title),
  category: z.enum(CATEGORIES),
  author: text(LONGEST.author),
  sourceName: text(LONGEST.sourceName),
  summary: text(LONGEST.summary),
  content: text(LONGEST.content),
  imageUrl: text(LONGEST.imageUrl),
  sourceUrl: text(LONGEST.sourceUrl),
  isBreaking: z.boolean(),
})
const id = z.uuid().toLowerCase()

const getAdminArticles = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
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
  .handler(({ data }) => orFail(FETCH_ERROR, () => listAdminArticles(db(), data)))

const getEditedArticle = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .validator(z.object({ id }))
  .handler(({ data }) => orFail(FETCH_ERROR, () => findEditedArticle(db(), data.id)))

/** Creates an article (spec §7). */
export const sendNewArticle = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ id, form }))
  .handler(({ data, context }) =>
    orFail('Failed to create article', () => createArticle(db(), context.account, data, new Date())),
  )

/** Stores an article as edited, unless somebody else has stored it since `version`. */
export const sendArticle = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ id, version: z.string().max(100), form }))
  .handler(({ data, context }) =>
    orFail('Failed to update article', () => updateArticle(db(), context.account, data, new Date())),
  )

/** Deletes an article; one that is gone already is no failure. */
export const sendDeletion = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    orFail('Failed to delete article', () => deleteArticle(db(), context.account, data.id)),
  )

/** Undo: brings a deleted article back. @returns whether it is back */
export const sendRestoration = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    orFail('Failed to restore article', () => restoreArticle(db(), context.account, data.id)),
  )

/** The article as readers would see it, as HTML that the server has made harmless. */
export const getPreview = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ form, id: id.optional() }))
  .handler(({ data }) => previewArticle(data.form, data.id))

/** The article manager's list, page after page. */
export const adminArticlesQuery = (filter: { q?: string; category?: Category }) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'articles', 'list', filter.q ?? null, filter.category ?? null],
    queryFn: ({ pageParam }) => getAdminArticles({ data: { ...filter, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: ['articles'] },
  })

/** An article for its editor; null when there is none. */
export const editedArticleQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'edited', id],
    queryFn: () => getEditedArticle({ data: { id } }),
    meta: { tags: [`article:${id}`] },
  })
