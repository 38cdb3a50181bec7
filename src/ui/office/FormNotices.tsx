import type { ReactNode } from 'react'

type Props = {
  /** Announced politely. */
  children: ReactNode
  /** A failure, announced at once. */
  alert?: ReactNode
}

/** The first child of a tall element, sticky at the top of the window or dialog. */
export function FormNotices({ children, alert }: Props) {
  return (
    <div className="form-notices z-10 flex max-h-[45dvh] flex-col gap-2 overflow-y-auto bg-paper">
      {/* Screen readers announce only changes of existing regions. */}
      <div role="status" aria-atomic={false} className="contents">
        {children}
      </div>
      <div role="alert" className="contents">
        {alert}
      </div>
    </div>
  )
}

type NoticeProps = { children: ReactNode; actions?: ReactNode; isFailure?: boolean }

export function FormNotice({ children, actions, isFailure = false }: NoticeProps) {
  return (
    <div
      className={`form-notice flex flex-wrap items-center justify-between gap-3 border p-3 ${isFailure ? 'border-danger' : 'border-caution bg-wash'}`}
    >
      <div className="min-w-52 flex-1 text-14">{children}</div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
