import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay, type LucideIcon, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { FEED_UPDATE_FAILURE, switchFeed } from '../feeds.functions.ts'
import type { ListedFeed } from '../server/feeds.server.ts'
import type { Refresh } from './useRefresh.ts'

type Props = { feed: ListedFeed; refresh: Refresh; onEdit: () => void; onDelete: () => void }

export function FeedActions({ feed, refresh, onEdit, onDelete }: Props) {
  const queryClient = useQueryClient()
  const { id, enabled } = feed
  const name = feed.title || feed.url
  const { mutate, isPending } = useMutation({
    mutationFn: switchFeed,
    onSuccess: (isFound) =>
      void showToast({ title: isFound ? `Feed ${enabled ? 'disabled' : 'enabled'}` : 'Feed not found' }),
    onError: (error) => showFailure(error, FEED_UPDATE_FAILURE),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] }),
  })
  const isRefreshing = refresh.busy.has(id)
  return (
    <div className="ms-auto grid w-max grid-cols-[auto_auto] md:grid-cols-[repeat(4,auto)] lg:grid-cols-[auto_auto] xl:grid-cols-[repeat(4,auto)]">
      <IconButton
        label={`Refresh ${name} now`}
        Icon={RefreshCw}
        isSpinning={isRefreshing}
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
  isSpinning?: boolean
  onClick: () => void
}

/** Disabled buttons would lose the focus. */
function IconButton({ label, Icon, isBusy = false, isSpinning = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onClick()}
      className="office-icon-button aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
    >
      <Icon aria-hidden size={16} className={isSpinning ? 'motion-safe:animate-spin' : ''} />
    </button>
  )
}
