import { Notice } from './Notice.tsx'
import { TryAgain } from './TryAgain.tsx'

/** Spec §2, Generic error screen. */
export function ErrorScreen() {
  return (
    <div className="measure">
      <Notice
        alert
        heading="h1"
        title="Something went wrong"
        text="We're sorry, but something unexpected happened. Please try refreshing the page."
        action={<TryAgain label="Refresh Page" onRetry={() => location.reload()} />}
      />
    </div>
  )
}
