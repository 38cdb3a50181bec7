import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { logFault } from '../show-failure.ts'
import { Button } from './Button.tsx'

export type LoadQuery = {
  data: unknown
  isPlaceholderData: boolean
  error: Error | null
  failureReason: Error | null
  isFetchingNextPage?: boolean
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}

type Props = {
  query: LoadQuery
  /** The error message, such as "Failed to fetch articles" (spec §8). */
  text: string
}

export function LoadError({ query, text }: Props) {
  const queryClient = useQueryClient()
  const error = loadError(query)
  useEffect(() => logFault(error), [error])
  if (!error) return null
  const retry = () => (isNextPage(query) ? query.fetchNextPage?.() : retryFailedLoads(queryClient))
  return <ErrorState text={failureText(error, text)} onRetry={() => void retry()} />
}

/** Returns the error to show. Without data, that is the first failure, since retries take seconds. */
export function loadError(query: LoadQuery): Error | null {
  const isMissing = query.data === undefined || query.isPlaceholderData || isNextPage(query)
  return query.error ?? (isMissing ? query.failureReason : null)
}

/** Another page is loading or has failed. */
export function isNextPage({ isFetchingNextPage, isFetchNextPageError }: LoadQuery): boolean {
  return Boolean(isFetchingNextPage || isFetchNextPageError)
}

/** Does not wait for the next retries. */
async function retryFailedLoads(queryClient: QueryClient): Promise<void> {
  const failed = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.fetchFailureReason !== null })
  await Promise.all(failed.map((query) => query.cancel({ revert: true })))
  for (const query of failed) query.fetch().catch(() => {})
}

type ErrorStateProps = { text: string; onRetry: () => void }

export function ErrorState({ text, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="sheet flex flex-wrap items-center justify-between gap-3 border-danger p-4">
      <p className="text-14 font-semibold text-danger">{text}</p>
      <Button onClick={onRetry}>{phrase('Try Again')}</Button>
    </div>
  )
}

type LoadStateProps<Data> = {
  query: LoadQuery & { data: Data | undefined }
  failure: string
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

export function LoadState<Data>({
  query,
  failure,
  loading = <p role="status">{phrase('Loading...')}</p>,
  children,
}: LoadStateProps<Data>) {
  const isFailed = loadError(query) !== null
  // Placeholder data must not pass for the data of this page.
  if (query.data !== undefined && !(query.isPlaceholderData && isFailed)) return children(query.data)
  return isFailed ? <LoadError query={query} text={failure} /> : loading
}

type ListStateProps = {
  /** A paged TanStack Query. */
  query: LoadQuery & {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  failure: string
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}

export function ListState({ query, failure, isEmpty, empty, children }: ListStateProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data && !loadError(query)) {
    return (
      <p role="status" className="py-8 text-center text-14 text-muted">
        {phrase('Loading...')}
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
      <Button isBusy={isBusy} busyText={phrase('Loading...')} onClick={onMore}>
        {phrase('Load More')}
      </Button>
    </div>
  )
}
