import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '#features/accounts/admin/SignUpScreen.tsx'
import { screenHead } from '#features/shell/admin/screen-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin_/signup')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: (context) => screenHead(phrase('Create an account'), context),
  component: Page,
})

function Page() {
  return <SignUpScreen {...Route.useLoaderData()} />
}
