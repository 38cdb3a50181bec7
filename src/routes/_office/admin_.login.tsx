import { createFileRoute, redirect } from '@tanstack/react-router'
import { decideAfterLogin } from '#domain/decide-admin-entry.ts'
import { LoginScreen } from '#features/accounts/admin/LoginScreen.tsx'
import { answerLoginForm } from '#features/accounts/answer-login-form.server.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { shellQuery } from '#features/settings/settings.functions.ts'

/** `/admin/login`: who is signed in already is sent on (spec §4, Redirects). */
export const Route = createFileRoute('/_office/admin_/login')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const to = decideAfterLogin(await queryClient.ensureQueryData(accountQuery))
    if (to) throw redirect({ to })
  },
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Admin Login | ${loaderData?.siteName ?? ''}` }] }),
  component: Login,
  server: { handlers: { POST: answerLoginForm } },
})

function Login() {
  return <LoginScreen {...Route.useLoaderData()} />
}
