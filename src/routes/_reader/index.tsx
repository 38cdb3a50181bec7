import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { HomeError, HomePage } from '#features/articles/reader/HomePage.tsx'
import { HomeSkeleton } from '#features/articles/reader/HomeSkeleton.tsx'
import { JsonLd } from '#features/articles/reader/JsonLd.tsx'
import { homeJsonLd } from '#features/articles/rules/json-ld.ts'
import { LazyFrontContainers } from '#features/front/reader/LazyFrontContainers.tsx'
import { homeFrontQuery } from '#features/front/reader-front.functions.ts'
import { NewsletterSection } from '#features/newsletter/reader/NewsletterSection.tsx'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { writeJsonLd } from '#kernel/text/text.ts'

export const Route = createFileRoute('/_reader/')({
  loader: async ({ context: { queryClient } }) => {
    const [site] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      queryClient.ensureQueryData(homeFrontQuery),
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
  const [{ articles }, ...containers] = useSuspenseQuery(homeFrontQuery).data.pages
  const newsletter = newsletterEnabled ? <NewsletterSection siteName={siteName} /> : null
  return (
    <>
      <HomePage siteName={siteName} articles={articles} />
      <LazyFrontContainers containers={containers} newsletter={newsletter} />
      {!containers.some(({ kind }) => kind === 'newsletter') && newsletter}
      <JsonLd json={import.meta.env.SSR ? writeJsonLd(homeJsonLd(site, articles)) : ''} />
    </>
  )
}
