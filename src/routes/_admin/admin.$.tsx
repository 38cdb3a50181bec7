import { createFileRoute, notFound } from '@tanstack/react-router'
import { ScreenMessage } from '#features/shell/admin/AdminRefusal.tsx'

/** Spec §4, Redirects. */
export const Route = createFileRoute('/_admin/admin/$')({
  loader: ({ context: { access } }) => {
    if (access.kind === 'allow') throw notFound()
  },
  head: () => ({ meta: [{ title: 'Page not found | Admin' }] }),
  // Spec §2.
  notFoundComponent: () => <ScreenMessage title="404" text="Oops! Page not found" />,
})
