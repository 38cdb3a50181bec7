import { failureText } from '#kernel/failure-text.ts'
import { Notice } from './Notice.tsx'
import { TryAgain } from './TryAgain.tsx'

const UNEXPECTED = "We're sorry, but something unexpected happened. Please try refreshing the page."

/** Spec §2, Generic error screen. A failed request adds its reason. */
export function ErrorScreen({ error }: { error?: unknown }) {
  return (
    <div className="measure">
      <Notice
        alert
        heading="h1"
        title="Something went wrong"
        text={failureText(error, UNEXPECTED)}
        action={<TryAgain label="Refresh Page" onRetry={() => location.reload()} />}
      />
    </div>
  )
}
