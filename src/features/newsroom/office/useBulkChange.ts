import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { isAborted, logFault, showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changeArticlesFn } from '../desk.functions.ts'
import type { ArticleChange } from '../server/change-articles.server.ts'

const UNDO_MS = 10_000
const FAILURE = 'Failed to change articles'

export type BulkReport = { changed: number; refused: { id: string; reason: string }[] }

/** @param isInDialog a dialog shows `problem` in place of a toast, which it would cover */
export function useBulkChange({ isInDialog, onDone }: { isInDialog: boolean; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [report, setReport] = useState<BulkReport>()
  const { mutate, isPending, error, cancel } = useCancellableMutation({
    mutationFn: (changes: ArticleChange[], signal) => changeArticlesFn({ data: { changes }, signal }),
    async onSuccess(outcomes) {
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      const undos = outcomes.flatMap((outcome) => (outcome.kind === 'done' && outcome.undo) || [])
      const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome] : []))
      const changed = outcomes.length - refused.length
      if (refused.length > 0) setReport({ changed, refused })
      if (changed === 0) return
      await showToast({
        title: changed === 1 ? '1 article changed' : `${changed} articles changed`,
        ...(undos.length > 0 && {
          durationMs: UNDO_MS,
          action: { label: 'Undo', run: () => mutate(undos) },
        }),
      })
    },
    onError: (error) => (isInDialog ? logFault(error) : showFailure(error, FAILURE)),
  })
  return {
    run: mutate,
    isBusy: isPending,
    cancel,
    problem: isInDialog && error && !isAborted(error) ? failureText(error, FAILURE) : undefined,
    report,
    closeReport: () => setReport(undefined),
  }
}
