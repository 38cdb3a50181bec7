import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/admin/ErrorState.tsx'
import { Spinner } from '#ui/Spinner.tsx'

type Props<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** What is made of figures, once they are there; until then that they come, or why they do not. */
export function FiguresPanel<Data>({ query, children }: Props<Data>) {
  if (query.data !== undefined) return <div className="flex flex-col gap-5">{children(query.data)}</div>
  if (query.isError) return <ErrorState text={query.error.message} onRetry={() => void query.refetch()} />
  return <Spinner label="Loading analytics..." />
}
