import { createFileRoute } from '@tanstack/react-router'
import { ReadingList } from '#features/reading/reader/ReadingList.tsx'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'

/** The browser adds the bookmarks, so the page is the same for everybody. */
export const Route = createFileRoute('/_reader/bookmarks')({
  loader: async ({ context: { queryClient } }) => ({ site: await queryClient.ensureQueryData(shellQuery) }),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(loaderData.site, { path: '/bookmarks', title: 'Your Reading List', isUnlisted: true })
      : {},
  component: ReadingList,
})
