import { Link } from '@tanstack/react-router'
import { AdminPage } from '#ui/office/AdminPage.tsx'

/** Spec §2. */
export function AdminNotFound() {
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
