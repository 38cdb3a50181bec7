import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { categoryListTag } from '#kernel/cache-tags.ts'
import { type Category, findCategory } from '#kernel/category.ts'
import { isCursor } from '#kernel/cursor.ts'
import { db } from '#platform/database/db.server.ts'
import { reportGone } from '#platform/http/render-context.server.ts'
import { strictArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { articlesFailure } from './rules/fetch-error.ts'
import { findAvailability } from './server/article-availability.server.ts'
import { listCategory } from './server/articles.server.ts'
import { readArticlePage } from './server/read-article-page.server.ts'

const getCategory = createServerFn({ method: 'GET' })
  .validator(
    strictArguments(
      z.strictObject({
        category: z.string().check(z.refine(findCategory)),
        before: z.optional(z.string().check(z.refine(isCursor))),
      }),
    ),
  )
  .handler(({ data }) =>
    withUserMessage(articlesFailure(), () => listCategory(db(), data.category, data.before)),
  )

/**
 * @param data.post the live post from which an earlier page of live coverage starts
 * @throws the router's notFound if the article does not exist
 */
export const getArticle = createServerFn({ method: 'GET' })
  .validator(strictArguments(z.strictObject({ id: z.string(), post: z.optional(z.string()) })))
  .handler(async ({ data }) => {
    const article = await withUserMessage(articlesFailure(), () => readArticlePage(db(), data.id, data.post))
    if (article) return article
    if ((await findAvailability(db(), data.id)).kind === 'withdrawn') reportGone()
    throw notFound()
  })

export const categoryQuery = (category: Category, before?: string) =>
  infiniteQueryOptions({
    queryKey: ['articles', 'category', category, before ?? null],
    queryFn: ({ pageParam }) => getCategory({ data: { category, before: pageParam } }),
    initialPageParam: before,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: [categoryListTag(category)] },
  })

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', 'article', id],
    queryFn: () => getArticle({ data: { id } }),
    // Related articles have the same category.
    meta: { tags: [`article:${id}`], hasCategory: true },
  })
