import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ReadingList } from '#features/reading/reader/ReadingList.tsx'
import { withdrawnQuery } from '#features/reading/withdrawn.functions.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'

/** The browser adds the bookmarks, so the page is the same for everybody. */
export const Route = createFileRoute('/_reader/bookmarks')({
  codeSplitGroupings: [['loader', 'component']],
  loader: async ({ context: { queryClient } }) => {
    const [site] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      queryClient.ensureQueryData(withdrawnQuery),
    ])
    return { site }
  },
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(loaderData.site, { path: '/bookmarks', title: 'Your Reading List', isUnlisted: true })
      : {},
  component: () => <ReadingList withdrawn={useSuspenseQuery(withdrawnQuery).data} />,
})
