import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { articlesFailure } from '#features/articles/rules/fetch-error.ts'
import { db } from '#platform/database/db.server.ts'
import { invalidArguments, noArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { isParsedSearch, type SearchParams } from './rules/search-params.ts'
import { listFilterOptions } from './server/filter-options.server.ts'
import { createSearchQueue, searchArticles } from './server/search-articles.server.ts'

const queue = createSearchQueue()

const getSearchResults = createServerFn({ method: 'GET' })
  .validator((params: SearchParams) => {
    if (!isParsedSearch(params)) throw invalidArguments()
    return params
  })
  .handler(({ data }) =>
    withUserMessage(articlesFailure(), () => queue.run(() => searchArticles(db(), data))),
  )

const getFilterOptions = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(() => withUserMessage(articlesFailure(), () => listFilterOptions(db())))

export const searchQuery = ({ before, ...filter }: SearchParams) =>
  infiniteQueryOptions({
    queryKey: ['articles', 'search', filter, before ?? null],
    queryFn: ({ pageParam }) => getSearchResults({ data: { ...filter, before: pageParam } }),
    initialPageParam: before,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: ['articles', 'live-posts'] },
  })

export const filterOptionsQuery = queryOptions({
  queryKey: ['articles', 'filter-options'],
  queryFn: () => getFilterOptions(),
  meta: { tags: ['articles'] },
})
