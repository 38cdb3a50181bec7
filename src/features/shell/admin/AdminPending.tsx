import { phrase } from '#kernel/text/phrase.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'

/** Shown until the account is known. */
export function AdminPending() {
  return (
    <div className="flex min-h-dvh items-center justify-center bg-wash font-sans text-14">
      <LoadingMessage />
    </div>
  )
}

/** Shown until the screen has loaded, or if its scripts fail to load (`startClient`). */
export function ScreenPending() {
  return (
    <>
      <div className="mx-auto w-full max-w-6xl p-4 md:p-6">
        <LoadingMessage />
        <noscript>{phrase('The admin area requires JavaScript.')}</noscript>
      </div>
      <div className="admin-start-failed">
        <ErrorScreen />
      </div>
    </>
  )
}

/** Spec §2, Admin dashboard. Appears with a delay. */
function LoadingMessage() {
  return (
    <p role="status" className="admin-late text-muted">
      {phrase('Loading admin dashboard...')}
    </p>
  )
}
