import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { homeQuery } from '#features/articles/articles.functions.ts'
import { HomeError, HomePage } from '#features/articles/reader/HomePage.tsx'
import { HomeSkeleton } from '#features/articles/reader/HomeSkeleton.tsx'
import { NewsletterSection } from '#features/newsletter/reader/NewsletterSection.tsx'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'

export const Route = createFileRoute('/_reader/')({
  loader: async ({ context: { queryClient } }) => {
    const [site] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      queryClient.ensureQueryData(homeQuery),
    ])
    return { site }
  },
  head: ({ loaderData }) => (loaderData ? pageHead(loaderData.site, { path: '/', feedsOf: 'site' }) : {}),
  component: Home,
  pendingComponent: HomeSkeleton,
  errorComponent: HomeError,
})

function Home() {
  const { siteName, newsletterEnabled } = useSuspenseQuery(shellQuery).data.settings
  return (
    <>
      <HomePage siteName={siteName} articles={useSuspenseQuery(homeQuery).data} />
      {newsletterEnabled && <NewsletterSection siteName={siteName} />}
    </>
  )
}
