import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'

/** Asks before the editor is left with something that is not saved; the browser itself asks before its tab is closed. */
export function LeaveWarning({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes stay in this browser, and are offered to you when you come back to this article."
      confirmLabel="Leave"
      isOpen={blocker.status === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
