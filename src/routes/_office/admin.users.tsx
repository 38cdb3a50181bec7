import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#features/users/admin/UsersScreen.tsx'

/** `/admin/users`: accounts and subscribers; `tab` and `q` say which of them are shown. */
export const Route = createFileRoute('/_office/admin/users')({
  validateSearch: ({ tab, q }: Record<string, unknown>) => ({
    tab: tab === 'newsletter' ? ('newsletter' as const) : undefined,
    q: typeof q === 'string' && q ? q : undefined,
  }),
  head: () => ({ meta: [{ title: 'Users | Admin' }] }),
  component: Users,
})

function Users() {
  const { tab = 'users', q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <UsersScreen
      tab={tab}
      q={q}
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
