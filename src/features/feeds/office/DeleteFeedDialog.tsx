import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { showToast } from '#ui/toast.ts'
import { removeFeedById } from '../feeds.functions.ts'
import type { ListedFeed } from '../server/feeds.server.ts'

export function DeleteFeedDialog({ feed, onClose }: { feed: ListedFeed; onClose: () => void }) {
  const queryClient = useQueryClient()
  const name = feed.title || feed.url
  const { mutate, isPending } = useMutation({
    mutationFn: removeFeedById,
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
      void showToast({ title: 'Feed deleted', text: name })
      onClose()
    },
    onError: ({ message }) => void showToast({ title: 'Error', text: message, isError: true }),
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
      onCancel={onClose}
    />
  )
}
