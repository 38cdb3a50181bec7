/** Spec §2, Admin dashboard. Appears with a delay. */
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
