import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ReaderShell } from '#features/settings/ReaderShell.tsx'
import { shellQuery } from '#features/settings/settings.functions.ts'

/** Everything a reader sees. These routes never read a session, so each page is the same for everybody. */
export const Route = createFileRoute('/_reader')({
  loader: ({ context }) => context.queryClient.ensureQueryData(shellQuery),
  head: ({ loaderData }) => ({ meta: loaderData ? [{ title: loaderData.settings.siteName }] : [] }),
  component: Reader,
})

function Reader() {
  return (
    <ReaderShell>
      <Outlet />
    </ReaderShell>
  )
}
