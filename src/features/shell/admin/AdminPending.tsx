/** Stands until the back-office is there (spec §2, Admin dashboard). */
export function AdminPending() {
  return (
    <div
      role="status"
      className="flex min-h-dvh items-center justify-center bg-wash font-sans text-14 text-muted"
    >
      Loading admin dashboard...
    </div>
  )
}
