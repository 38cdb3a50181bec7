import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { LoadMoreButton } from './LoadMoreButton.tsx'

type Props = {
  /** The state of a list that is loaded page after page, as TanStack Query gives it. */
  query: {
    data: unknown
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** What is said when it cannot be loaded. */
  failure: string
  isEmpty: boolean
  /** Stands where the list is empty. */
  empty: ReactNode
  /** The list itself. */
  children: ReactNode
}

/** A list, or what stands for it while it comes, when it cannot come, and when nothing is in it. */
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
