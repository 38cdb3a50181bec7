import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SecondFactorScreen } from '#features/accounts/office/SecondFactorScreen.tsx'
import { SessionMonitor } from '#features/accounts/office/SessionMonitor.tsx'
import { decideAdminAccess } from '#features/accounts/rules/access.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { AdminPending } from '#features/shell/office/AdminPending.tsx'
import { AdminRefusal } from '#features/shell/office/AdminRefusal.tsx'
import { AdminShell } from '#features/shell/office/AdminShell.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'
import { hasUnsavedChanges } from '#ui/office/UnsavedChangesGuard.tsx'

/** The back office renders in the browser only; the server authorises each request (spec §4, Redirects). */
export const Route = createFileRoute('/_office/admin')({
  ssr: 'data-only',
  beforeLoad: async ({ context: { queryClient }, location: { pathname } }) => {
    const account = await queryClient.ensureQueryData(accountQuery)
    const access = decideAdminAccess(pathname, account)
    if (access.kind === 'redirect') throw redirect({ to: access.to })
    return { account, access }
  },
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Admin | ${loaderData?.siteName ?? ''}` }] }),
  pendingComponent: AdminPending,
  component: Office,
})

function Office() {
  const { access } = Route.useRouteContext()
  const { siteName } = Route.useLoaderData()
  const account = useFollowedAccount()
  if (access.kind === 'set-up-second-factor') return <SecondFactorScreen siteName={siteName} />
  if (access.kind === 'deny') return <AdminRefusal reason={access.reason} />
  if (!account) return null
  return (
    <AdminShell account={account} siteName={siteName}>
      <Outlet />
      <SessionMonitor account={account} />
    </AdminShell>
  )
}

/**
 * Demoted users leave the back office, but not a form with unsaved changes, which the server refuses.
 * Signed-out users stay and may sign in again (SessionMonitor).
 */
function useFollowedAccount() {
  const router = useRouter()
  const { account: admitted } = Route.useRouteContext()
  const { data } = useQuery(accountQuery)
  const account = data ?? admitted
  const hasChanged =
    account?.role !== admitted?.role || (!!account?.lacksSecondFactor && !admitted?.lacksSecondFactor)
  useEffect(() => {
    if (hasChanged && !hasUnsavedChanges()) void router.invalidate()
  }, [hasChanged, router])
  return hasChanged && hasUnsavedChanges() ? admitted : account
}
