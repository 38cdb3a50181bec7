import { createFileRoute } from '@tanstack/react-router'
import { SearchError, SearchPage } from '#features/search/reader/SearchPage.tsx'
import { parseSearchParams, searchPath } from '#features/search/rules/search-params.ts'
import { filterOptionsQuery, searchQuery } from '#features/search/search.functions.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_reader/search')({
  // Other pages only load the parser of the parameters.
  codeSplitGroupings: [['loader', 'component', 'errorComponent']],
  validateSearch: parseSearchParams,
  // The router also passes unknown parameters.
  loaderDeps: ({ search }) => ({ params: parseSearchParams(search) }),
  loader: async ({ context: { queryClient }, deps: { params } }) => {
    const results = Promise.all([
      queryClient.ensureInfiniteQueryData(searchQuery(params)),
      queryClient.ensureQueryData(filterOptionsQuery),
    ])
    // In the browser, the page shows the loading and error states.
    if (typeof window === 'undefined') await results
    else results.catch(() => {})
    return { site: await queryClient.ensureQueryData(shellQuery), path: searchPath(params) }
  },
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(loaderData.site, { path: loaderData.path, title: phrase('Search'), isUnlisted: true })
      : {},
  component: SearchRoute,
  errorComponent: ({ error }) => <SearchError params={Route.useLoaderDeps().params} error={error} />,
})

function SearchRoute() {
  return <SearchPage params={Route.useLoaderDeps().params} />
}
