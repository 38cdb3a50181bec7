import { useQueryClient } from '@tanstack/react-query'
import { phrase } from '#kernel/text/phrase.ts'
import { useActionFailure } from '#ui/admin/useActionFailure.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
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

/** Performs an action that does not send the text of the draft. */
export function useDraftAction({ isInDialog = false } = {}) {
  const queryClient = useQueryClient()
  const actionFailure = useActionFailure({ isInDialog })
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: ({ send }: Action, signal) => send(signal),
    onMutate: actionFailure.clear,
    async onSuccess(outcome, { success, failure, onDone }) {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      const reason = describeRefusal(outcome)
      if (reason) return actionFailure.showRefusal(failure, reason)
      onDone?.()
      return showToast({ title: success })
    },
    onError: (error, { failure }) => actionFailure.showError(error, failure),
  })
  return {
    run: mutate,
    isBusy: isPending,
    cancel() {
      cancel()
      actionFailure.clear()
    },
    error: actionFailure.error,
  }
}

/** Explains why the server refused an action; undefined if it gave no reason. */
export function describeRefusal({ kind, reasons }: Outcome): string | undefined {
  if (kind === 'gone') return phrase('The article no longer exists.')
  if (kind === 'outdated') return phrase('Someone else has saved this article. Read their version first.')
  return reasons?.join(' ')
}
