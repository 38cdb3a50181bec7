import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ReadingList } from '#features/reading/reader/ReadingList.tsx'
import { withdrawnQuery } from '#features/reading/reading.functions.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'

export const Route = createFileRoute('/_reader/bookmarks')({
  codeSplitGroupings: [['loader', 'component', 'errorComponent']],
  loader: async ({ context: { queryClient } }) => {
    const withdrawn = queryClient.ensureQueryData(withdrawnQuery)
    // The bookmarks are on the device, so the list also opens while the server fails.
    if (typeof window === 'undefined') await withdrawn
    else withdrawn.catch(() => {})
    return { site: await queryClient.ensureQueryData(shellQuery) }
  },
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(loaderData.site, {
          path: '/bookmarks',
          title: phrase('Your Reading List'),
          isUnlisted: true,
        })
      : {},
  component: () => <ReadingList withdrawn={useQuery(withdrawnQuery).data ?? []} />,
  // In the loader's file: the router loads the page again if the file of an error screen is missing.
  errorComponent: ({ error }) => <ErrorScreen error={error} />,
})
