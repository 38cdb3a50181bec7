import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { SearchFailure } from './SearchFailure.tsx'
import { SearchHeading } from './SearchHeading.tsx'

/** The search page when not even its frame could be loaded. */
export function SearchError({ error }: { error: unknown }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <SearchHeading />
      <SearchFailure error={error} onRetry={retry} />
    </div>
  )
}
