import { createFileRoute } from '@tanstack/react-router'
import { AcceptInvitationScreen } from '#features/accounts/admin/AcceptInvitationScreen.tsx'
import { screenHead } from '#features/shell/admin/screen-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin_/invitation')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: (context) => screenHead(phrase('Accept the invitation'), context),
  component: Page,
})

function Page() {
  return <AcceptInvitationScreen {...Route.useLoaderData()} />
}
