import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#features/accounts/admin/ResetPasswordScreen.tsx'
import { screenHead } from '#features/shell/admin/screen-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin_/reset-password')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: (context) => screenHead(phrase('Set a new password'), context),
  component: Page,
})

function Page() {
  return <ResetPasswordScreen {...Route.useLoaderData()} />
}
