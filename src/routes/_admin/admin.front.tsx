import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FrontPresence } from '#features/collaboration/admin/FrontPresence.tsx'
import type { CandidateFilter } from '#features/front/admin/CandidateList.tsx'
import { FrontScreen } from '#features/front/admin/FrontScreen.tsx'
import { frontQuery } from '#features/front/front.functions.ts'
import { type FrontPage, isFrontPage } from '#features/front/rules/front-page.ts'
import { searchQuery } from '#features/search/search.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

type RawParams = { page?: unknown }

export const Route = createFileRoute('/_admin/admin/front')({
  // Reader pages do not load the parser of the parameters.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (search: Record<string, unknown>): RawParams => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // The screen shows the error while it retries.
    await queryClient.prefetchQuery({ ...frontQuery(parsePage(deps)), retry: false })
  },
  head: () => ({ meta: [{ title: phrase('Front | Admin') }] }),
  component: Front,
})

function parsePage({ page }: RawParams): FrontPage {
  return typeof page === 'string' && isFrontPage(page) ? page : 'home'
}

function useCandidates(filter: CandidateFilter) {
  return useInfiniteQuery({ ...searchQuery(filter), placeholderData: (previous) => previous })
}

function Front() {
  const page = parsePage(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <FrontScreen
      page={page}
      useCandidates={useCandidates}
      people={<FrontPresence page={page} />}
      onPage={(chosen) =>
        void navigate({
          search: chosen === 'home' ? {} : { page: chosen },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
