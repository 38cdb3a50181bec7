import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'

/** Asks before a screen is left with something unsaved; changes of the screen's own parameters pass. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { proceed, reset, status } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="What you changed here is not saved yet and would be lost."
      confirmLabel="Leave"
      isDangerous
      isOpen={status === 'blocked'}
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    />
  )
}
