import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { Spinner } from '#ui/Spinner.tsx'

type Props<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/**
 * What is made of figures, once they are there; until then that they come, or why they do not. Those of another period are dimmed,
 * and where newer ones could not be had, that is said above the former.
 */
export function MetricsPanel<Data>({ query, children }: Props<Data>) {
  const { data, error, isPlaceholderData } = query
  const failure = error && <ErrorState text={error.message} onRetry={() => void query.refetch()} />
  if (data === undefined) return failure || <Spinner label="Loading analytics..." />
  return (
    <div className="flex flex-col gap-5">
      {failure}
      <div
        aria-busy={isPlaceholderData}
        className={`flex flex-col gap-5 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {children(data)}
      </div>
    </div>
  )
}
