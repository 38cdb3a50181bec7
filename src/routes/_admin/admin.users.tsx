import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#features/accounts/admin/UsersScreen.tsx'
import { DepartureDialog } from '#features/desk/admin/DepartureDialog.tsx'
import { SubscriberTable } from '#features/newsletter/admin/SubscriberTable.tsx'
import { subscriberCountsQuery } from '#features/newsletter/subscribers.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/users')({
  validateSearch: ({ tab, q }: Record<string, unknown>) => ({
    tab: tab === 'newsletter' ? ('newsletter' as const) : undefined,
    q: typeof q === 'string' && q ? q : undefined,
  }),
  head: () => ({ meta: [{ title: phrase('Users | Admin') }] }),
  component: Users,
})

function Users() {
  const { tab = 'users', q = '' } = Route.useSearch()
  const subscriberCounts = useQuery(subscriberCountsQuery)
  const navigate = Route.useNavigate()
  return (
    <UsersScreen
      tab={tab}
      q={q}
      subscriberCounts={subscriberCounts}
      subscriberTable={<SubscriberTable q={q} />}
      renderDeparture={(departure, onClose) => <DepartureDialog {...departure} onClose={onClose} />}
      onTab={(next) =>
        void navigate({
          search: (before) => ({ ...before, tab: next === 'newsletter' ? next : undefined }),
          resetScroll: false,
        })
      }
      onSearch={(text) =>
        void navigate({
          search: (before) => ({ ...before, q: text || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
