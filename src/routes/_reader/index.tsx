import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { homeQuery } from '#features/articles/articles.functions.ts'
import { HomeError, HomePage } from '#features/articles/reader/HomePage.tsx'
import { HomeSkeleton } from '#features/articles/reader/HomeSkeleton.tsx'
import { JsonLd } from '#features/articles/reader/JsonLd.tsx'
import { homeJsonLd, writeJsonLd } from '#features/articles/rules/json-ld.ts'
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
  const site = useSuspenseQuery(shellQuery).data
  const { siteName, newsletterEnabled } = site.settings
  const articles = useSuspenseQuery(homeQuery).data
  return (
    <>
      <HomePage siteName={siteName} articles={articles} />
      {newsletterEnabled && <NewsletterSection siteName={siteName} />}
      <JsonLd json={import.meta.env.SSR ? writeJsonLd(homeJsonLd(site, articles)) : ''} />
    </>
  )
}
