import type { ReactNode } from 'react'
import { LoadError, type LoadQuery, loadError } from './LoadError.tsx'

type Props<Data> = {
  query: LoadQuery & { data: Data | undefined }
  /** The error message, such as "Failed to fetch articles" (spec §8). */
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
  const isFailed = loadError(query) !== null
  // Placeholder data, of another page, must not pass for the data of this one.
  if (query.data !== undefined && !(query.isPlaceholderData && isFailed)) return children(query.data)
  return isFailed ? <LoadError query={query} text={failure} /> : loading
}
