import { createFileRoute } from '@tanstack/react-router'
import { FollowingPage } from '#features/collections/reader/FollowingPage.tsx'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'

export const Route = createFileRoute('/_reader/following')({
  codeSplitGroupings: [['loader', 'component', 'errorComponent']],
  loader: async ({ context: { queryClient } }) => ({ site: await queryClient.ensureQueryData(shellQuery) }),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(loaderData.site, { path: '/following', title: phrase('Following'), isUnlisted: true })
      : {},
  component: FollowingPage,
  errorComponent: ErrorScreen,
})
