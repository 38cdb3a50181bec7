import { createFileRoute } from '@tanstack/react-router'
import { FirstAdministratorScreen } from '#features/accounts/office/FirstAdministratorScreen.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'

/** `/admin/first`: where the link leads that the server prints while there is no administrator. */
export const Route = createFileRoute('/_office/admin_/first')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `The first administrator | ${loaderData?.siteName ?? ''}` }],
  }),
  component: Page,
})

function Page() {
  return <FirstAdministratorScreen {...Route.useLoaderData()} />
}
