import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Notice } from './Notice.tsx'
import { TryAgain } from './TryAgain.tsx'

/** Spec §2, Generic error screen. A failed request adds its reason. */
export function ErrorScreen({ error }: { error?: unknown }) {
  return (
    <div className="measure">
      <Notice
        alert
        heading="h1"
        title={phrase('Something went wrong')}
        text={failureText(
          error,
          phrase("We're sorry, but something unexpected happened. Please try refreshing the page."),
        )}
        action={<TryAgain label={phrase('Refresh Page')} onRetry={() => location.reload()} />}
      />
    </div>
  )
}
