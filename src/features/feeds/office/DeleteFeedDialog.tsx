import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { FEED_DELETE_FAILURE, removeFeedById } from '../feeds.functions.ts'
import type { ListedFeed } from '../server/feeds.server.ts'

export function DeleteFeedDialog({ feed, onClose }: { feed: ListedFeed; onClose: () => void }) {
  const queryClient = useQueryClient()
  const name = feed.title || feed.url
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: removeFeedById,
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
      void showToast({ title: 'Feed deleted', text: name })
    },
    onError: (error) => showFailure(error, FEED_DELETE_FAILURE),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={
        feed.articles > 0
          ? 'The feed will no longer be fetched. Its articles stay on the site.'
          : 'The feed will no longer be fetched.'
      }
      confirmLabel="Delete"
      isDangerous
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(feed.id)}
      onCancel={() => {
        cancel()
        onClose()
      }}
    />
  )
}
