import type { ReactNode } from 'react'
import { LoadError, type LoadQuery, loadError } from './LoadError.tsx'

type Props<Data> = {
  query: LoadQuery & { data: Data | undefined }
  /** When loading fails (spec §8). */
  failure: string
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

export function LoadState<Data>({
  query,
  failure,
  loading = <p role="status">Loading...</p>,
  children,
}: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  return loadError(query) ? <LoadError query={query} text={failure} /> : loading
}
