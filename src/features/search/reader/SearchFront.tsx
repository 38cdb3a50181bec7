import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type SearchPage, searchPath } from '#features/articles/rules/search-filter.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { filterOptionsQuery, searchQuery } from '../search.functions.ts'
import { FoundArticles } from './FoundArticles.tsx'
import { SearchControls } from './SearchControls.tsx'
import { SearchFailure } from './SearchFailure.tsx'
import { SearchHeading } from './SearchHeading.tsx'
import { SearchOutcome } from './SearchOutcome.tsx'

/** The search page (spec §2): the box, the filters, and what was found. It stays as it is while a search is under way. */
export function SearchFront({ page }: { page: SearchPage }) {
  const query = useInfiniteQuery(searchQuery(page))
  const options = useQuery(filterOptionsQuery)
  const outcome = useRef<HTMLParagraphElement>(null)
  const first = query.data?.pages[0]
  return (
    <div className="measure">
      <SearchHeading />
      <SearchControls page={page} options={options.data} onApplied={() => outcome.current?.focus()} />
      <SearchOutcome ref={outcome} page={page} first={first} />
      {query.data ? (
        <FoundArticles key={searchPath(page)} page={page} query={query} pages={query.data.pages} />
      ) : query.isFetching || !query.error ? (
        <Spinner label="Loading articles..." />
      ) : (
        <SearchFailure error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}
