import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { noteUnsavedWork } from '#ui/office/unsaved-work.ts'

/**
 * Asks before the editor is left with something that is not saved; the browser itself asks before its tab is closed. It
 * speaks with the history, since the router's own hook would be sent to readers too.
 */
export function LeaveWarning({ isChanged }: { isChanged: boolean }) {
  const { history } = useRouter()
  const answer = useRef<(stays: boolean) => void>(undefined)
  const [isAsking, setIsAsking] = useState(false)

  useEffect(() => {
    if (!isChanged) return
    const endNote = noteUnsavedWork()
    const unblock = history.block({
      enableBeforeUnload: true,
      blockerFn: () =>
        new Promise((resolve) => {
          answer.current = resolve
          setIsAsking(true)
        }),
    })
    return () => {
      endNote()
      unblock()
    }
  }, [history, isChanged])

  function decide(stays: boolean) {
    setIsAsking(false)
    answer.current?.(stays)
  }

  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes stay in this browser, and are offered to you when you come back to this article."
      confirmLabel="Leave"
      isOpen={isAsking}
      onConfirm={() => decide(false)}
      onCancel={() => decide(true)}
    />
  )
}
