import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { NewsletterPage } from '#features/newsletter/reader/NewsletterPage.tsx'
import { isSignupOutcome } from '#features/newsletter/rules/signup-outcome.ts'
import { handleSignup } from '#features/newsletter/server/signup-handler.server.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

const page = () => ({ path: '/newsletter', title: phrase('Newsletter') })

export const Route = createFileRoute('/_reader/newsletter')({
  // Every page loads this parser; the list of outcomes is in the page's chunk.
  validateSearch: ({ outcome }) => ({ outcome: typeof outcome === 'string' ? outcome : undefined }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(shellQuery),
  head: ({ loaderData }) => (loaderData ? pageHead(loaderData, page()) : {}),
  component: Newsletter,
  server: { handlers: { POST: handleSignup } },
})

function Newsletter() {
  const { siteName, newsletterEnabled } = useSuspenseQuery(shellQuery).data.settings
  const { outcome } = Route.useSearch()
  return (
    <NewsletterPage
      siteName={siteName}
      isOpen={newsletterEnabled}
      outcome={isSignupOutcome(outcome) ? outcome : undefined}
    />
  )
}
