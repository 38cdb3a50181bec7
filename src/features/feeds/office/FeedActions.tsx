import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay, type LucideIcon, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { showToast } from '#ui/toast.ts'
import { switchFeed } from '../edit-feeds.functions.ts'
import type { ListedFeed } from '../server/feed-list.server.ts'
import type { Refresh } from './useRefresh.ts'

type Props = { feed: ListedFeed; refresh: Refresh; onEdit: () => void; onDelete: () => void }

/** What can be done with one feed. */
export function FeedActions({ feed, refresh, onEdit, onDelete }: Props) {
  const queryClient = useQueryClient()
  const { id, enabled } = feed
  const name = feed.title || feed.url
  const { mutate, isPending } = useMutation({
    mutationFn: switchFeed,
    onSuccess: (isThere) =>
      void showToast({ title: isThere ? `Feed ${enabled ? 'disabled' : 'enabled'}` : 'The feed is gone' }),
    onError: ({ message }) => void showToast({ title: 'Error', text: message, isError: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] }),
  })
  const isRefreshing = refresh.busy.has(id)
  return (
    <div className="ms-auto grid w-max grid-cols-[auto_auto] md:grid-cols-[repeat(4,auto)] lg:grid-cols-[auto_auto] xl:grid-cols-[repeat(4,auto)]">
      <IconButton
        label={`Refresh ${name} now`}
        Icon={RefreshCw}
        isTurning={isRefreshing}
        isBusy={isRefreshing || !enabled}
        onClick={() => refresh.start({ id, name })}
      />
      <IconButton label={`Edit ${name}`} Icon={Pencil} onClick={onEdit} />
      <IconButton
        label={`${enabled ? 'Disable' : 'Enable'} ${name}`}
        Icon={enabled ? CirclePause : CirclePlay}
        isBusy={isPending}
        onClick={() => mutate({ id, enabled: !enabled })}
      />
      <IconButton label={`Delete ${name}`} Icon={Trash2} onClick={onDelete} />
    </div>
  )
}

type IconButtonProps = {
  label: string
  Icon: LucideIcon
  isBusy?: boolean
  isTurning?: boolean
  onClick: () => void
}

/** It keeps the focus while it is busy, which a disabled one would not. */
function IconButton({ label, Icon, isBusy = false, isTurning = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onClick()}
      className="office-icon-button aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
    >
      <Icon aria-hidden size={16} className={isTurning ? 'motion-safe:animate-spin' : ''} />
    </button>
  )
}
