import { createFileRoute } from '@tanstack/react-router'
import { FeedsScreen } from '#features/feeds/office/FeedsScreen.tsx'
import { readHealth } from '#features/feeds/office/feed-view.ts'

/** `/admin/feeds`: what the paper gathers; `health` and `q` say which of them are shown. */
export const Route = createFileRoute('/_office/admin/feeds')({
  validateSearch: ({ health, q }: Record<string, unknown>) => ({
    health: typeof health === 'string' ? health : undefined,
    q: typeof q === 'string' && q ? q : undefined,
  }),
  head: () => ({ meta: [{ title: 'Feeds | Admin' }] }),
  component: Feeds,
})

function Feeds() {
  const { health, q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <FeedsScreen
      view={{ health: readHealth(health), text: q }}
      onView={(view) =>
        void navigate({
          search: { health: view.health, q: view.text || undefined },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
