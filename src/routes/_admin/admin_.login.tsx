import { createFileRoute, redirect } from '@tanstack/react-router'
import { decideLoginRedirect } from '#features/access/rules/access.ts'
import { LoginScreen } from '#features/accounts/admin/LoginScreen.tsx'
import { handleLoginForm } from '#features/accounts/server/auth-handler.server.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { AdminPending } from '#features/shell/admin/AdminPending.tsx'
import { screenHead } from '#features/shell/admin/screen-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Spec §4, Redirects. */
export const Route = createFileRoute('/_admin/admin_/login')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const to = decideLoginRedirect(await queryClient.ensureQueryData(accountQuery))
    if (to) throw redirect({ to })
  },
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: (context) => screenHead(phrase('Admin Login'), context),
  pendingComponent: AdminPending,
  component: Login,
  server: { handlers: { POST: handleLoginForm } },
})

function Login() {
  return <LoginScreen {...Route.useLoaderData()} />
}
