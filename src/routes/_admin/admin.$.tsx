import { createFileRoute, notFound } from '@tanstack/react-router'
import { ScreenMessage } from '#features/shell/admin/AdminRefusal.tsx'
import { phrase } from '#kernel/text/phrase.ts'

/** Spec §4, Redirects. */
export const Route = createFileRoute('/_admin/admin/$')({
  loader: ({ context: { access } }) => {
    if (access.kind === 'allow') throw notFound()
  },
  head: () => ({ meta: [{ title: phrase('Page not found | Admin') }] }),
  // Spec §2.
  notFoundComponent: () => <ScreenMessage title="404" text={phrase('Oops! Page not found')} />,
})
