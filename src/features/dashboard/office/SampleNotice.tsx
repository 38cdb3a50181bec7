import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { removeSampleEdition, SAMPLE_FAILURE } from '../dashboard.functions.ts'

export function SampleNotice({ count }: { count: number }) {
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: (_, signal) => removeSampleEdition({ signal }),
    onSuccess: (removed) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] })
      void showToast({
        title: 'Success',
        text: `Removed the sample edition: ${formatCount(removed, 'article')}`,
      })
    },
    onError: (error) => showFailure(error, SAMPLE_FAILURE),
    onSettled: () => setConfirming(false),
  })
  return (
    <aside
      aria-label="Sample edition"
      className="flex flex-wrap items-center justify-between gap-3 border border-s-4 border-caution bg-paper p-4"
    >
      <p className="min-w-0 flex-1 basis-72 text-14">
        <strong className="font-semibold">This site shows the sample edition.</strong>{' '}
        <span className="text-muted">
          It contains {formatCount(count, 'article')}. Remove it before you launch.
        </span>
      </p>
      <Button onClick={() => setConfirming(true)}>Remove sample edition</Button>
      <ConfirmDialog
        title="Remove the sample edition?"
        text={`${formatCount(count, 'article')} will be deleted. Your own articles and those of your feeds are not affected.`}
        confirmLabel="Remove"
        isDangerous
        isOpen={isConfirming}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => {
          cancel()
          setConfirming(false)
        }}
      />
    </aside>
  )
}
