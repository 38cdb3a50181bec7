import { createFileRoute } from '@tanstack/react-router'
import { LibraryScreen } from '#features/media/admin/LibraryScreen.tsx'
import { libraryQuery } from '#features/media/media.functions.ts'
import { parseLibraryParams, type RawLibraryParams } from '#features/media/rules/library-params.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/media')({
  // Reader pages do not load the parser of the parameters.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (search: Record<string, unknown>): RawLibraryParams => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { image: _, ...filter } = parseLibraryParams(deps)
    // The screen shows the error while it retries.
    await queryClient.prefetchInfiniteQuery({ ...libraryQuery(filter), retry: false })
  },
  head: () => ({ meta: [{ title: phrase('Media | Admin') }] }),
  component: Media,
})

function Media() {
  const params = parseLibraryParams(Route.useSearch())
  const navigate = Route.useNavigate()
  const options = { resetScroll: false }
  return (
    <LibraryScreen
      params={params}
      onFilter={(change) => {
        const changed = Object.entries({ ...params, ...change }).filter(([, value]) => value !== '')
        void navigate({ ...options, search: Object.fromEntries(changed), replace: true })
      }}
      onClearFilters={() => void navigate({ ...options, search: {} })}
      onOpen={(image) =>
        void navigate({ ...options, search: ({ image: _, ...search }) => ({ ...search, image }) })
      }
    />
  )
}
