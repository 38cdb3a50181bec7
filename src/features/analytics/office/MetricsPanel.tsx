import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError, loadError } from '#ui/office/LoadError.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { METRICS_FAILURE } from '../analytics.functions.ts'

type Props<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** Dims the previous period while another one loads. */
export function MetricsPanel<Data>({ query, children }: Props<Data>) {
  const { data, isPlaceholderData } = query
  const failure = <LoadError query={query} text={METRICS_FAILURE} />
  if (data === undefined) return loadError(query) ? failure : <Spinner label="Loading analytics..." />
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

type SectionProps = { title: string; isEmpty?: boolean; emptyText?: string; children: ReactNode }

export function MetricsSection({ title, isEmpty, emptyText, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-16 font-semibold">{title}</h2>
      {isEmpty ? <p className="sheet p-4 text-muted">{emptyText}</p> : children}
    </section>
  )
}
