import { createFileRoute } from '@tanstack/react-router'
import { AdminNotFound } from '#features/shell/office/AdminNotFound.tsx'

/** An address below `/admin` that leads nowhere; who may not come in is sent on before (spec §4, Redirects). */
export const Route = createFileRoute('/_office/admin/$')({
  head: () => ({ meta: [{ title: 'Page not found | Admin' }] }),
  component: AdminNotFound,
})
