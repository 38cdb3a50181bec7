import { createFileRoute } from '@tanstack/react-router'
import { loadStaticPage } from '#features/site/pages.functions.ts'
import { StaticPage, StaticPageError } from '#features/site/reader/StaticPage.tsx'
import { StaticPagePending } from '#features/site/reader/StaticPageFrame.tsx'
import { pageHead } from '#features/site/rules/page-head.ts'

const NAME = 'about'

export const Route = createFileRoute('/_reader/about')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  loader: ({ context: { queryClient } }) => loadStaticPage(queryClient, NAME),
  head: ({ loaderData }) => (loaderData ? pageHead(loaderData.site, loaderData.page) : {}),
  component: () => <StaticPage name={NAME} />,
  pendingComponent: () => <StaticPagePending name={NAME} />,
  errorComponent: () => <StaticPageError name={NAME} />,
})
