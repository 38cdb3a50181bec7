import { useQueryClient } from '@tanstack/react-query'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
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

/** For actions that do not send the text of the draft. */
export function useDraftAction() {
  const queryClient = useQueryClient()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: ({ send }: Action, signal) => send(signal),
    async onSuccess(outcome, { success, failure, onDone }) {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      const problem = describeProblem(outcome)
      if (problem) return showToast({ title: failure, text: problem, isError: true })
      onDone?.()
      return showToast({ title: success })
    },
    onError: (error, { failure }) => showFailure(error, failure),
  })
  return { run: mutate, isBusy: isPending, cancel }
}

function describeProblem({ kind, reasons }: Outcome): string | undefined {
  if (kind === 'gone') return 'The article no longer exists.'
  if (kind === 'outdated') return 'Someone else has saved this article. Read their version first.'
  return reasons?.join(' ')
}
