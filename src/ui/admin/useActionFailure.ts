import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { isAborted, logFault, showFailure } from '../show-failure.ts'
import { showToast } from '../toast.ts'

/** Shows a failure in a toast, or as `error` in the open dialog, which would cover a toast. */
export function useActionFailure({ isInDialog }: { isInDialog: boolean }) {
  const [error, setError] = useState<string>()
  return {
    error,
    clear: () => setError(undefined),
    /** @param text what failed (spec §8) */
    showError(cause: unknown, text: string): void {
      if (!isInDialog) showFailure(cause, text)
      else if (!isAborted(cause)) {
        logFault(cause)
        setError(failureText(cause, text))
      }
    },
    showRefusal(text: string, reason: string): void {
      if (isInDialog) setError(`${text}. ${reason}`)
      else void showToast({ title: text, text: reason, isError: true })
    },
  }
}
