import type { Account } from '#features/accounts/rules/access.ts'
import { AdminFrame } from './AdminFrame.tsx'

type Props = {
  /** Undefined until it is known, and for visitors without access. */
  account: Account | undefined
  siteName: string
}

/** The frame of the back office before its screen has loaded. */
export function AdminPending({ account, siteName }: Props) {
  if (!account)
    return (
      <div className="flex min-h-dvh items-center justify-center bg-wash font-sans text-14">
        <LoadingMessage />
      </div>
    )
  return (
    <AdminFrame account={account} siteName={siteName}>
      <div className="mx-auto w-full max-w-6xl p-4 md:p-6">
        <LoadingMessage />
      </div>
    </AdminFrame>
  )
}

/** Spec §2, Admin dashboard. Appears with a delay. */
function LoadingMessage() {
  return (
    <p role="status" className="office-late text-muted">
      Loading admin dashboard...
    </p>
  )
}
