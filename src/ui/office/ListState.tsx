import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { LoadMoreButton } from './LoadMoreButton.tsx'

type Props = {
  /** A paged TanStack Query. */
  query: {
    data: unknown
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** The message when loading fails. */
  failure: string
  isEmpty: boolean
  /** Shown for an empty list. */
  empty: ReactNode
  children: ReactNode
}

/** A list, or its loading, error or empty state. */
export function ListState({ query, failure, isEmpty, empty, children }: Props) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data && !error) {
    return (
      <p role="status" className="py-8 text-center text-14 text-muted">
        Loading...
      </p>
    )
  }
  return (
    <>
      {error && <ErrorState text={failure} onRetry={() => void refetch()} />}
      {data !== undefined && (isEmpty ? empty : children)}
      <LoadMoreButton hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  )
}
