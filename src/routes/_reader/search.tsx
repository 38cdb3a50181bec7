import { createFileRoute } from '@tanstack/react-router'
import { readSearchPage, searchPath } from '#features/articles/rules/search-filter.ts'
import { SearchError } from '#features/search/reader/SearchError.tsx'
import { SearchFront } from '#features/search/reader/SearchFront.tsx'
import { filterOptionsQuery, searchQuery } from '#features/search/search.functions.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'

export const Route = createFileRoute('/_reader/search')({
  // What the search takes is loaded with its page; every page loads the rest.
  codeSplitGroupings: [['loader', 'component', 'errorComponent']],
  // What is left out here would come back from the address; undefined takes its place.
  validateSearch: readSearchPage,
  // The router adds the parameters that are not of the search.
  loaderDeps: ({ search }) => ({ page: readSearchPage(search) }),
  loader: async ({ context: { queryClient }, deps: { page } }) => {
    const found = Promise.all([
      queryClient.ensureInfiniteQueryData(searchQuery(page)),
      queryClient.ensureQueryData(filterOptionsQuery),
    ])
    // In the browser the page stays and says itself that it is loading, or that this failed.
    if (typeof window === 'undefined') await found
    else found.catch(() => {})
    return { site: await queryClient.ensureQueryData(shellQuery), path: searchPath(page) }
  },
  head: ({ loaderData }) =>
    loaderData ? pageHead(loaderData.site, { path: loaderData.path, title: 'Search', isUnlisted: true }) : {},
  component: SearchRoute,
  errorComponent: SearchError,
})

function SearchRoute() {
  return <SearchFront page={Route.useLoaderDeps().page} />
}
