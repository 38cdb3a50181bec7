import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#features/accounts/admin/ForgotPasswordScreen.tsx'
import { screenHead } from '#features/shell/admin/screen-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin_/forgot-password')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: (context) => screenHead(phrase('Forgot your password?'), context),
  component: Page,
})

function Page() {
  return <ForgotPasswordScreen {...Route.useLoaderData()} />
}
