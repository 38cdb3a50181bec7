import { createFileRoute, notFound } from '@tanstack/react-router'
import { AdminNotFound } from '#features/shell/office/AdminNotFound.tsx'

/** Unknown paths below `/admin` (spec §4, Redirects). */
export const Route = createFileRoute('/_office/admin/$')({
  loader: ({ context: { access } }) => {
    if (access.kind === 'allow') throw notFound()
  },
  head: () => ({ meta: [{ title: 'Page not found | Admin' }] }),
  notFoundComponent: AdminNotFound,
})
