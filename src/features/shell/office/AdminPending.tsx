/** Stands until the back office is there (spec §2, Admin dashboard); what is there at once is not announced. */
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
