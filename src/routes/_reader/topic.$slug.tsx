import { createFileRoute } from '@tanstack/react-router'
import { CollectionNotFound, CollectionPage } from '#features/collections/reader/CollectionPage.tsx'
import { loadCollection } from '#features/collections/reader/load-collection.ts'
import { noPageHead, pageHead } from '#features/site/rules/page-head.ts'
import { isCursor } from '#kernel/cursor.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'

export const Route = createFileRoute('/_reader/topic/$slug')({
  codeSplitGroupings: [['loader', 'component', 'errorComponent', 'notFoundComponent']],
  validateSearch: ({ before }: { before?: unknown }): { before?: string } => ({
    before: isCursor(before) ? before : undefined,
  }),
  loaderDeps: ({ search: { before } }) => ({ before }),
  loader: ({ context: { queryClient }, params: { slug }, deps: { before } }) =>
    loadCollection(queryClient, { kind: 'topic', slug, before }),
  head: ({ loaderData, match }) => {
    if (match.status === 'notFound') return noPageHead(phrase('Page not found'))
    return loaderData ? pageHead(loaderData.site, loaderData.page) : {}
  },
  component: TopicRoute,
  errorComponent: ErrorScreen,
  notFoundComponent: () => <CollectionNotFound kind="topic" />,
})

function TopicRoute() {
  const { slug } = Route.useParams()
  const { before } = Route.useSearch()
  const { site } = Route.useLoaderData()
  return <CollectionPage key={slug} site={site} kind="topic" slug={slug} before={before} />
}
