import { createFileRoute } from '@tanstack/react-router'
import { correctionsQuery } from '#features/articles/corrections.functions.ts'
import {
  CorrectionsError,
  CorrectionsPage,
  CorrectionsPending,
} from '#features/articles/reader/CorrectionsPage.tsx'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { isCursor } from '#kernel/cursor.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_reader/corrections')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  validateSearch: ({ before }: { before?: unknown }): { before?: string } => ({
    before: isCursor(before) ? before : undefined,
  }),
  loaderDeps: ({ search: { before } }) => ({ before }),
  loader: async ({ context: { queryClient }, deps: { before } }) => {
    const [site] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      queryClient.ensureQueryData(correctionsQuery(before)),
    ])
    const query = before ? `?before=${encodeURIComponent(before)}` : ''
    return { site, path: `/corrections${query}` }
  },
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(loaderData.site, {
          path: loaderData.path,
          title: phrase('Corrections'),
          feedsOf: 'Corrections',
        })
      : {},
  component: () => <CorrectionsPage before={Route.useSearch().before} />,
  pendingComponent: CorrectionsPending,
  errorComponent: CorrectionsError,
})
