import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { phrase } from '#kernel/text/phrase.ts'
import { showFailure } from '../../show-failure.ts'
import { showToast } from '../../toast.ts'
import { useCancellableMutation } from '../useCancellableMutation.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = {
  title: string
  text: string
  remove: (signal: AbortSignal) => Promise<unknown>
  /** The keys of the queries to load again. */
  queryKeys: readonly QueryKey[]
  /** The toast, such as "Topic deleted" and its name. */
  success: { title: string; text: string }
  /** The error message, such as "Failed to delete topic" (spec §8). */
  failure: string
  onClose: () => void
}

/** Asks before an entry is deleted, and closes when that has succeeded or failed. */
export function DeleteDialog({ title, text, remove, queryKeys, success, failure, onClose }: Props) {
  const queryClient = useQueryClient()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: (_: undefined, signal) => remove(signal),
    onSuccess() {
      for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
      void showToast(success)
    },
    onError: (error) => showFailure(error, failure),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={phrase('Delete')}
      isDangerous
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(undefined)}
      onCancel={() => {
        cancel()
        onClose()
      }}
    />
  )
}
