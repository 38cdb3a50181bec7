import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#domain/page-head.ts'
import { homeQuery } from '#features/articles/articles.functions.ts'
import { HomeError } from '#features/articles/HomeError.tsx'
import { HomeFront } from '#features/articles/HomeFront.tsx'
import { HomeSkeleton } from '#features/articles/HomeSkeleton.tsx'
import { NewsletterSection } from '#features/newsletter/NewsletterSection.tsx'
import { shellQuery } from '#features/settings/settings.functions.ts'

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
      <HomeFront siteName={siteName} articles={useSuspenseQuery(homeQuery).data} />
      {newsletterEnabled && <NewsletterSection siteName={siteName} />}
    </>
  )
}
