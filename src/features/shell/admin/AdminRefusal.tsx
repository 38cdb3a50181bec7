import { Link } from '@tanstack/react-router'
import { ACCESS_DENIED, PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'

export function ScreenRefusal() {
  return (
    <ScreenMessage title={ACCESS_DENIED} text={phrase('Your role does not have access to this screen.')} />
  )
}

export function ScreenMessage({ title, text }: { title: string; text: string }) {
  return (
    <AdminPage title={title} text={text}>
      <div>
        <Link to="/admin" className="admin-button">
          {phrase('Return to the Dashboard')}
        </Link>
      </div>
    </AdminPage>
  )
}

/** Spec §2, Admin dashboard. */
export function AdminRefusal({ reason }: { reason: 'signed-out' | 'not-admin' }) {
  return (
    <main className="flex min-h-dvh items-center justify-center bg-wash p-4 font-sans text-ink">
      <div className="sheet flex w-full max-w-md flex-col items-start gap-4 p-6">
        {reason === 'signed-out' ? (
          <>
            <h1 className="text-24 font-semibold">{PLEASE_LOG_IN}</h1>
            <Link to="/admin/login" className="admin-button admin-button-primary">
              {phrase('Go to Login')}
            </Link>
          </>
        ) : (
          <>
            <h1 className="text-24 font-semibold">{ACCESS_DENIED}</h1>
            <p className="text-14 text-muted">{phrase("You don't have admin privileges.")}</p>
            <Link to="/" className="admin-button admin-button-primary">
              {phrase('Go to Homepage')}
            </Link>
          </>
        )}
      </div>
    </main>
  )
}
