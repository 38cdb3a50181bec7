import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import { createFileRoute } from '@tanstack/react-router'
import { config } from 'zod/v4/core'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase } from '#kernel/text/phrase.ts'
import styles from '#ui/admin/admin.css?url'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'

// Zod would test whether it can compile code, which violates the Content-Security-Policy.
if (!import.meta.env.SSR) config({ jitless: true })

export const Route = createFileRoute('/_admin')({
  head: () => ({
    meta: [{ name: 'robots', content: 'noindex, nofollow' }],
    links: [
      { rel: 'preload', href: newsreader, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
      { rel: 'stylesheet', href: styles },
    ],
  }),
  errorComponent: AdminError,
})

/** Shows an error outside the frame. Retries without reloading the page. */
function AdminError({ error }: { error: unknown }) {
  const retry = useRouteRetry()
  return (
    <main>
      {error instanceof RequestFailure ? (
        <div className="measure">
          <Notice
            alert
            heading="h1"
            title={phrase('Something went wrong')}
            text={error.message}
            action={<TryAgain onRetry={retry} />}
          />
        </div>
      ) : (
        <ErrorScreen />
      )}
    </main>
  )
}
