import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { isNextPage, LoadError, type LoadQuery, loadError } from './LoadError.tsx'

type Props = {
  /** A paged TanStack Query. */
  query: LoadQuery & {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** The error message, such as "Failed to fetch articles" (spec §8). */
  failure: string
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}

export function ListState({ query, failure, isEmpty, empty, children }: Props) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data && !loadError(query)) {
    return (
      <p role="status" className="py-8 text-center text-14 text-muted">
        Loading...
      </p>
    )
  }
  const error = <LoadError query={query} text={failure} />
  return (
    <>
      {!isNextPage(query) && error}
      {data !== undefined && (isEmpty ? empty : children)}
      {isNextPage(query) && error}
      <LoadMoreButton hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  )
}

type LoadMoreButtonProps = { hasMore: boolean; isBusy: boolean; onMore: () => void }

export function LoadMoreButton({ hasMore, isBusy, onMore }: LoadMoreButtonProps) {
  if (!hasMore) return null
  return (
    <div className="flex justify-center pt-4">
      <Button isBusy={isBusy} busyText="Loading..." onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
