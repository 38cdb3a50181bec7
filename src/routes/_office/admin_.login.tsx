import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '#features/accounts/office/LoginScreen.tsx'
import { decideAfterLogin } from '#features/accounts/rules/decide-admin-entry.ts'
import { answerLoginForm } from '#features/accounts/server/answer-login-form.server.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { shellQuery } from '#features/site/settings.functions.ts'

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
