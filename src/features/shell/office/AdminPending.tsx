/** Shown with a delay while the back office loads (spec §2, Admin dashboard). */
export function AdminPending() {
  return (
    <div
      role="status"
      className="office-late flex min-h-dvh items-center justify-center bg-wash font-sans text-14 text-muted"
    >
      Loading admin dashboard...
    </div>
  )
}
