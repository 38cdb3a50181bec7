import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { categoryListTag } from '#kernel/cache-tags.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { isCursor } from '#kernel/cursor.ts'
import { db } from '#platform/database/db.server.ts'
import { reportGone } from '#platform/http/render-context.server.ts'
import { noArguments, strictArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { FETCH_ERROR } from './rules/fetch-error.ts'
import { findAvailability } from './server/article-availability.server.ts'
import { findArticle, listBreaking, listCategory, listHome } from './server/articles.server.ts'

const getHome = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(() => withUserMessage(FETCH_ERROR, () => listHome(db())))

const getBreaking = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(() => withUserMessage(FETCH_ERROR, () => listBreaking(db())))

const getCategory = createServerFn({ method: 'GET' })
  .validator(
    strictArguments(
      z.strictObject({
        category: z.enum(CATEGORIES),
        before: z.optional(z.string().check(z.refine(isCursor))),
      }),
    ),
  )
  .handler(({ data }) => withUserMessage(FETCH_ERROR, () => listCategory(db(), data.category, data.before)))

/** @throws the router's notFound if the article does not exist */
export const getArticle = createServerFn({ method: 'GET' })
  .validator(strictArguments(z.strictObject({ id: z.string() })))
  .handler(async ({ data }) => {
    const article = await withUserMessage(FETCH_ERROR, () => findArticle(db(), data.id))
    if (article) return article
    if ((await findAvailability(db(), data.id)).kind === 'withdrawn') reportGone()
    throw notFound()
  })

export const homeQuery = queryOptions({
  queryKey: ['articles', 'home'],
  queryFn: () => getHome(),
  meta: { tags: ['articles'] },
})

export const breakingQuery = queryOptions({
  queryKey: ['articles', 'breaking'],
  queryFn: () => getBreaking(),
  meta: { tags: ['breaking'] },
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
