import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#domain/page-head.ts'
import { ReadingList } from '#features/bookmarks/ReadingList.tsx'
import { shellQuery } from '#features/settings/settings.functions.ts'

/** The same page for everybody: what is on the list, the browser adds. */
export const Route = createFileRoute('/_reader/bookmarks')({
  loader: async ({ context: { queryClient } }) => ({ site: await queryClient.ensureQueryData(shellQuery) }),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(loaderData.site, { path: '/bookmarks', title: 'Your Reading List', isUnlisted: true })
      : {},
  component: ReadingList,
})
