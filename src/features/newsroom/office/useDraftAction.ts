import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { isAborted, logFault, showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'

/** Other kinds are successes. */
type Outcome = { kind: 'refused'; reasons: string[] } | { kind: string; reasons?: never }

type Action = {
  send: (signal: AbortSignal) => Promise<Outcome>
  /** Titles of toasts. */
  success: string
  failure: string
  onDone?: () => void
}

/**
 * For actions that do not send the text of the draft.
 *
 * @param options.isInDialog the dialog shows `problem` in place of a toast, which it would cover
 */
export function useDraftAction({ isInDialog = false } = {}) {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: ({ send }: Action, signal) => send(signal),
    onMutate: () => setProblem(undefined),
    async onSuccess(outcome, { success, failure, onDone }) {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      const reason = describeProblem(outcome)
      if (reason && isInDialog) return setProblem(`${failure}. ${reason}`)
      if (reason) return showToast({ title: failure, text: reason, isError: true })
      onDone?.()
      return showToast({ title: success })
    },
    onError(error, { failure }) {
      if (!isInDialog) return showFailure(error, failure)
      if (isAborted(error)) return
      logFault(error)
      setProblem(failureText(error, failure))
    },
  })
  return { run: mutate, isBusy: isPending, cancel, problem }
}

function describeProblem({ kind, reasons }: Outcome): string | undefined {
  if (kind === 'gone') return 'The article no longer exists.'
  if (kind === 'outdated') return 'Someone else has saved this article. Read their version first.'
  return reasons?.join(' ')
}
