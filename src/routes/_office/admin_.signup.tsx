import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '#features/accounts/office/SignUpScreen.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'

export const Route = createFileRoute('/_office/admin_/signup')({
  loader: async ({ context: { queryClient } }) => {
    const { settings } = await queryClient.ensureQueryData(shellQuery)
    return { siteName: settings.siteName }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Create an account | ${loaderData?.siteName ?? ''}` }] }),
  component: Page,
})

function Page() {
  return <SignUpScreen {...Route.useLoaderData()} />
}
