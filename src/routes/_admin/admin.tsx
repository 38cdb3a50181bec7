import { useQuery } from '@tanstack/react-query'
import { ClientOnly, createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { decideAdminAccess } from '#features/access/rules/access.ts'
import { SecondFactorScreen } from '#features/accounts/admin/SecondFactorScreen.tsx'
import { SessionMonitor, useFollowedAccount } from '#features/accounts/admin/SessionMonitor.tsx'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { useUnsentEdits } from '#features/collaboration/admin/useUnsentEdits.ts'
import { AdminPending, ScreenPending } from '#features/shell/admin/AdminPending.tsx'
import { AdminRefusal, ScreenRefusal } from '#features/shell/admin/AdminRefusal.tsx'
import { AdminShell } from '#features/shell/admin/AdminShell.tsx'
import { screenHead } from '#features/shell/admin/screen-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { setCategories } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** The server renders the frame only, and authorises each request (spec §4, Redirects). */
export const Route = createFileRoute('/_admin/admin')({
  beforeLoad: async ({ context: { queryClient }, location: { pathname } }) => {
    const account = await queryClient.ensureQueryData(accountQuery)
    const access = decideAdminAccess(pathname, account)
    if (access.kind === 'redirect') throw redirect({ to: access.to })
    return { account, access }
  },
  loader: async ({ context: { queryClient } }) => {
    const { settings, categoryColours } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName, categoryColours }
  },
  head: (context) => ({
    ...screenHead(phrase('Admin'), context),
    styles: [{ children: context.loaderData?.categoryColours }],
  }),
  pendingComponent: AdminPending,
  component: Admin,
})

function Admin() {
  const { access, account: admitted } = Route.useRouteContext()
  const { siteName } = Route.useLoaderData()
  const shell = useQuery(shellQuery).data
  if (!import.meta.env.SSR && shell) setCategories(shell.categories)
  const account = useFollowedAccount(admitted)
  useUnsentEdits(access.kind === 'allow' ? account : null)
  if (access.kind === 'set-up-second-factor') return <SecondFactorScreen siteName={siteName} />
  if (access.kind === 'deny') return <AdminRefusal reason={access.reason} />
  if (!account) return null
  return (
    <AdminShell account={account} siteName={siteName}>
      <ClientOnly fallback={<ScreenPending />}>
        {access.kind === 'deny-screen' ? <ScreenRefusal /> : <Outlet />}
        <SessionMonitor account={account} />
      </ClientOnly>
    </AdminShell>
  )
}
