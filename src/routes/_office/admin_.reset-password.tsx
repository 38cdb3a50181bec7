import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#features/accounts/office/ResetPasswordScreen.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'

export const Route = createFileRoute('/_office/admin_/reset-password')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Set a new password | ${loaderData?.siteName ?? ''}` }] }),
  component: Page,
})

function Page() {
  return <ResetPasswordScreen {...Route.useLoaderData()} />
}
