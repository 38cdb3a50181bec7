import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { articlesFailure } from '#features/articles/rules/fetch-error.ts'
import { categoryListTag } from '#kernel/cache-tags.ts'
import type { Category } from '#kernel/category.ts'
import { db } from '#platform/database/db.server.ts'
import { noArguments, strictArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { isFrontPage } from './rules/front-page.ts'
import { listTicker } from './server/breaking-bar.server.ts'
import { findReaderFront } from './server/reader-front.server.ts'

const getReaderFront = createServerFn({ method: 'GET' })
  .validator(strictArguments(z.strictObject({ page: z.string().check(z.refine(isFrontPage)) })))
  .handler(({ data }) =>
    withUserMessage(articlesFailure(), () => findReaderFront(db(), data.page, new Date())),
  )

const getBreaking = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(() => withUserMessage(articlesFailure(), () => listTicker(db(), new Date())))

export const homeFrontQuery = queryOptions({
  queryKey: ['articles', 'home'],
  queryFn: () => getReaderFront({ data: { page: 'home' } }),
  meta: { tags: ['articles', 'front:home'] },
})

export const categoryFrontQuery = (category: Category) => {
  // As in front-page.ts, which readers need not load.
  const page = category.toLowerCase()
  return queryOptions({
    queryKey: ['articles', 'front', category],
    queryFn: () => getReaderFront({ data: { page } }),
    meta: { tags: [categoryListTag(category), `front:${page}`] },
  })
}

export const breakingQuery = queryOptions({
  queryKey: ['articles', 'breaking'],
  queryFn: () => getBreaking(),
  meta: { tags: ['breaking'] },
})
