import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#domain/page-head.ts'
import { answerSignup } from '#features/newsletter/answer-signup.server.ts'
import { NewsletterPage } from '#features/newsletter/NewsletterPage.tsx'
import { isSignupOutcome } from '#features/newsletter/signup-outcome.ts'
import { shellQuery } from '#features/settings/settings.functions.ts'

const PAGE = { path: '/newsletter', title: 'Newsletter' }

export const Route = createFileRoute('/_reader/newsletter')({
  // Every page carries this line, and only the page itself the list of outcomes.
  validateSearch: ({ outcome }) => ({ outcome: typeof outcome === 'string' ? outcome : undefined }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(shellQuery),
  head: ({ loaderData }) => (loaderData ? pageHead(loaderData, PAGE) : {}),
  component: Newsletter,
  server: { handlers: { POST: answerSignup } },
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
