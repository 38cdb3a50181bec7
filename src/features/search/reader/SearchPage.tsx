import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Notice } from '#ui/Notice.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { searchErrorMessage } from '../rules/search-error.ts'
import { type SearchParams, searchPath } from '../rules/search-params.ts'
import { filterOptionsQuery, searchQuery } from '../search.functions.ts'
import { SearchControls } from './SearchControls.tsx'
import { SearchResults, SearchStatus } from './SearchResults.tsx'

/** The form stays in place while results load. */
export function SearchPage({ params }: { params: SearchParams }) {
  const query = useInfiniteQuery(searchQuery(params))
  const options = useQuery(filterOptionsQuery)
  const status = useRef<HTMLParagraphElement>(null)
  return (
    <div className="measure">
      <SearchHeading />
      <SearchControls
        params={params}
        options={options.data}
        onFiltersApplied={() => status.current?.focus()}
      />
      <SearchStatus ref={status} params={params} firstPage={query.data?.pages[0]} />
      {query.data ? (
        <SearchResults key={searchPath(params)} params={params} query={query} pages={query.data.pages} />
      ) : query.isFetching || !query.error ? (
        <Spinner label={phrase('Loading articles…')} />
      ) : (
        <SearchFailure error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

export function SearchError({ params, error }: { params: SearchParams; error: unknown }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <SearchHeading />
      <SearchControls params={params} options={undefined} onFiltersApplied={() => {}} />
      <SearchFailure error={error} onRetry={retry} />
    </div>
  )
}

function SearchHeading() {
  return (
    <h1 className="headline mt-6 mb-5 border-t border-ink pt-3 text-38 md:text-48">{phrase('Search')}</h1>
  )
}

function SearchFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Notice
      alert
      title={phrase('Error loading articles: {reason}', { reason: searchErrorMessage(error) })}
      action={<TryAgain onRetry={onRetry} />}
    />
  )
}
