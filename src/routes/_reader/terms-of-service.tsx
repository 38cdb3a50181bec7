import { createFileRoute } from '@tanstack/react-router'
import { staticPageQuery } from '#features/site/pages.functions.ts'
import { StaticPage, StaticPageError } from '#features/site/reader/StaticPage.tsx'
import { StaticPagePending } from '#features/site/reader/StaticPageFrame.tsx'
import { pageHead } from '#features/site/rules/page-head.ts'
import { STATIC_PAGES } from '#features/site/rules/static-page.ts'
import { shellQuery } from '#features/site/settings.functions.ts'

const NAME = 'terms-of-service'

export const Route = createFileRoute('/_reader/terms-of-service')({
  loader: async ({ context: { queryClient } }) => {
    const [site, { description }] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      queryClient.ensureQueryData(staticPageQuery(NAME)),
    ])
    return { site, page: { ...STATIC_PAGES[NAME], description } }
  },
  head: ({ loaderData }) => (loaderData ? pageHead(loaderData.site, loaderData.page) : {}),
  component: () => <StaticPage name={NAME} />,
  pendingComponent: () => <StaticPagePending name={NAME} />,
  errorComponent: () => <StaticPageError name={NAME} />,
})
