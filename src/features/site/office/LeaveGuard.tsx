import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'

type Props = {
  isChanged: boolean
  /** The parameter whose change leaves the screen as well; changes of any other pass. */
  parameter?: string
}

/** Asks before a screen is left with something unsaved. */
export function LeaveGuard({ isChanged, parameter }: Props) {
  const valueIn = (search: object) => parameter && (search as Record<string, unknown>)[parameter]
  const { proceed, reset, status } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && (current.pathname !== next.pathname || valueIn(current.search) !== valueIn(next.search)),
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
