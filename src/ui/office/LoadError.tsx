import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureText } from '#kernel/failure-text.ts'
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

/** Shows why loading failed, with a retry; nothing if it did not fail. */
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
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}
