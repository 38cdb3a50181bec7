import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { FETCH_FAILURE } from '#features/articles/rules/fetch-error.ts'
import { readSearchPage, type SearchPage } from '#features/articles/rules/search-filter.ts'
import { db } from '#platform/database/db.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { listFilterOptions } from './server/filter-options.server.ts'
import { listFound } from './server/search.server.ts'
import { createSearchPlaces } from './server/search-places.server.ts'

const places = createSearchPlaces()

const getFound = createServerFn({ method: 'GET' })
  .validator((page: SearchPage) => readSearchPage({ ...page }))
  .handler(({ data }) => orFail(FETCH_FAILURE, () => places.run(() => listFound(db(), data))))

const getFilterOptions = createServerFn({ method: 'GET' }).handler(() =>
  orFail(FETCH_FAILURE, () => listFilterOptions(db())),
)

/** What a search finds from `before` on, page after page. */
export const searchQuery = ({ before, ...filter }: SearchPage) =>
  infiniteQueryOptions({
    queryKey: ['articles', 'search', filter, before ?? null],
    queryFn: ({ pageParam }) => getFound({ data: { ...filter, before: pageParam } }),
    initialPageParam: before,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** The categories and authors that the filters offer. */
export const filterOptionsQuery = queryOptions({
  queryKey: ['articles', 'filter-options'],
  queryFn: () => getFilterOptions(),
})
