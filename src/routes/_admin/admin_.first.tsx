import { createFileRoute } from '@tanstack/react-router'
import { FirstAdministratorScreen } from '#features/accounts/admin/FirstAdministratorScreen.tsx'
import { screenHead } from '#features/shell/admin/screen-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Signs up the first administrator, by the link in the server's log. */
export const Route = createFileRoute('/_admin/admin_/first')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: (context) => screenHead(phrase('Create the first administrator'), context),
  component: Page,
})

function Page() {
  return <FirstAdministratorScreen {...Route.useLoaderData()} />
}
