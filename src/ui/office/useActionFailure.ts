import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { isAborted, logFault, showFailure } from '../show-failure.ts'
import { showToast } from '../toast.ts'

/** Shows why an action failed: in a toast, or as `problem` in the open dialog, which would cover a toast. */
export function useActionFailure({ isInDialog }: { isInDialog: boolean }) {
  const [problem, setProblem] = useState<string>()
  return {
    problem,
    clear: () => setProblem(undefined),
    /** @param text what failed (spec §8) */
    showError(error: unknown, text: string): void {
      if (!isInDialog) showFailure(error, text)
      else if (!isAborted(error)) {
        logFault(error)
        setProblem(failureText(error, text))
      }
    },
    /** @param text what failed */
    showRefusal(text: string, reason: string): void {
      if (isInDialog) setProblem(`${text}. ${reason}`)
      else void showToast({ title: text, text: reason, isError: true })
    },
  }
}
