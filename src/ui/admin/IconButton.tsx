import type { LucideIcon } from 'lucide-react'

type Props = {
  /** Names the action and its object, such as "Delete Ada". */
  label: string
  /** The tooltip, such as "Delete"; by default the label. */
  title?: string
  Icon: LucideIcon
  size?: number
  isDisabled?: boolean
  isDangerous?: boolean
  isSpinning?: boolean
  onClick: () => void
}

/** Keeps the focus while it is disabled. */
export function IconButton({ label, title = label, Icon, size = 16, isDisabled = false, ...props }: Props) {
  const { isDangerous = false, isSpinning = false, onClick } = props
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
      className={`admin-icon-button shrink-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-40 ${isDangerous ? 'hover:text-danger!' : ''}`}
    >
      <Icon aria-hidden size={size} className={isSpinning ? 'motion-safe:animate-spin' : ''} />
    </button>
  )
}
