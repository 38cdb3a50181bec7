import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { messageOf } from '../rules/fetch-error.ts'

/** The home page when its stories could not be fetched (spec §2, Home). */
export function HomeError({ error }: { error: unknown }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <Notice
        alert
        heading="h1"
        title="Error Loading News"
        text={messageOf(error)}
        action={<TryAgain onRetry={retry} />}
      />
    </div>
  )
}
