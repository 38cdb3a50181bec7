import { createFileRoute } from '@tanstack/react-router'
import { AcceptInvitationScreen } from '#features/accounts/office/AcceptInvitationScreen.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'

export const Route = createFileRoute('/_office/admin_/invitation')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Accept the invitation | ${loaderData?.siteName ?? ''}` }] }),
  component: Page,
})

function Page() {
  return <AcceptInvitationScreen {...Route.useLoaderData()} />
}
