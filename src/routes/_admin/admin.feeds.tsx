import { createFileRoute } from '@tanstack/react-router'
import { FeedsScreen } from '#features/feeds/manage/admin/FeedsScreen.tsx'
import { parseHealth } from '#features/feeds/model/feed-health.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/feeds')({
  validateSearch: ({ health, q }: Record<string, unknown>) => ({
    health: typeof health === 'string' ? health : undefined,
    q: typeof q === 'string' && q ? q : undefined,
  }),
  head: () => ({ meta: [{ title: phrase('Feeds | Admin') }] }),
  component: Feeds,
})

function Feeds() {
  const { health, q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <FeedsScreen
      filter={{ health: parseHealth(health), text: q }}
      onFilter={(filter) =>
        void navigate({
          search: { health: filter.health, q: filter.text || undefined },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
