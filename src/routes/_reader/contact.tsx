import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#domain/page-head.ts'
import { STATIC_PAGES } from '#domain/static-page.ts'
import { staticPageQuery } from '#features/pages/pages.functions.ts'
import { StaticPage } from '#features/pages/StaticPage.tsx'
import { StaticPageError } from '#features/pages/StaticPageError.tsx'
import { StaticPagePending } from '#features/pages/StaticPagePending.tsx'
import { shellQuery } from '#features/settings/settings.functions.ts'

const NAME = 'contact'

export const Route = createFileRoute('/_reader/contact')({
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
