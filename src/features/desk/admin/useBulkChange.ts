import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { useActionFailure } from '#ui/admin/useActionFailure.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { changeArticlesFn } from '../desk.functions.ts'
import type { ArticleChange } from '../server/change-articles.server.ts'

const changeFailure = () => phrase('Failed to change articles')

export type BulkReport = { changed: number; refused: { id: string; reason: string }[] }

export function useBulkChange({ isInDialog, onDone }: { isInDialog: boolean; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [report, setReport] = useState<BulkReport>()
  const failure = useActionFailure({ isInDialog })
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: (changes: ArticleChange[], signal) => changeArticlesFn({ data: { changes }, signal }),
    onMutate: failure.clear,
    async onSuccess(outcomes) {
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      const undos = outcomes.flatMap((outcome) => (outcome.kind === 'done' && outcome.undo) || [])
      const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome] : []))
      const changed = outcomes.length - refused.length
      if (refused.length > 0) setReport({ changed, refused })
      if (changed === 0) return
      await showToast({
        title: plural(changed, '{count} article changed', '{count} articles changed'),
        ...(undos.length > 0 && {
          action: { label: phrase('Undo'), run: () => mutate(undos) },
        }),
      })
    },
    onError: (error) => failure.showError(error, changeFailure()),
  })
  return {
    run: mutate,
    isBusy: isPending,
    cancel() {
      cancel()
      failure.clear()
    },
    error: failure.error,
    report,
    closeReport: () => setReport(undefined),
  }
}
