import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { AdminPage } from '#ui/office/AdminPage.tsx'

/** Unknown paths below `/admin` (spec §4, Redirects). */
export const Route = createFileRoute('/_office/admin/$')({
  loader: ({ context: { access } }) => {
    if (access.kind === 'allow') throw notFound()
  },
  head: () => ({ meta: [{ title: 'Page not found | Admin' }] }),
  notFoundComponent: AdminNotFound,
})

/** Spec §2. */
function AdminNotFound() {
  return (
    <AdminPage title="404" text="Oops! Page not found">
      <div>
        <Link to="/admin" className="office-button">
          Return to the dashboard
        </Link>
      </div>
    </AdminPage>
  )
}
