import { messageOf } from '#features/articles/rules/fetch-error.ts'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

type Props = { error: unknown; onRetry: () => void }

/** In place of what a search finds when it could not be fetched (spec §2, Search page). */
export function SearchFailure({ error, onRetry }: Props) {
  return (
    <Notice
      alert
      title={`Error loading articles: ${messageOf(error)}`}
      action={<TryAgain onRetry={onRetry} />}
    />
  )
}
