import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

let changedForms = 0

export function hasUnsavedChanges(): boolean {
  return changedForms > 0
}

type Props = {
  isChanged: boolean
  /** Only a change of this search parameter leaves the form. */
  parameter?: string
  /** Without it, the dialog warns that changes are lost. */
  recovery?: string
}

/**
 * Asks before unsaved changes are left. Blocks the history itself, since the router's `useBlocker` would also load
 * for readers.
 */
export function UnsavedChangesGuard({ isChanged, parameter, recovery }: Props) {
  const { history } = useRouter()
  const resolveBlock = useRef<(isBlocked: boolean) => void>(undefined)
  const [isAsking, setIsAsking] = useState(false)

  useEffect(() => {
    if (!isChanged) return
    changedForms += 1
    const screenOf = ({ pathname, search }: { pathname: string; search: string }) =>
      JSON.stringify([pathname, parameter && new URLSearchParams(search).get(parameter)])
    const unblock = history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        if (screenOf(currentLocation) === screenOf(nextLocation)) return false
        setIsAsking(true)
        return new Promise<boolean>((resolve) => {
          resolveBlock.current = resolve
        })
      },
    })
    return () => {
      changedForms -= 1
      unblock()
    }
  }, [history, isChanged, parameter])

  function decide(isBlocked: boolean) {
    setIsAsking(false)
    resolveBlock.current?.(isBlocked)
  }

  return (
    <ConfirmDialog
      title="Leave without saving?"
      text={recovery ?? 'Your changes on this screen are not saved and would be lost.'}
      confirmLabel="Leave"
      isDangerous={recovery === undefined}
      isOpen={isAsking}
      onConfirm={() => decide(false)}
      onCancel={() => decide(true)}
    />
  )
}
