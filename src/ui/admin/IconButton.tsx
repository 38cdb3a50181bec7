import type { LucideIcon } from 'lucide-react'

type Props = {
  /** Names the action and its object, such as "Delete Ada". */
  label: string
  /** The tooltip, such as "Delete". */
  title: string
  Icon: LucideIcon
  isDisabled?: boolean
  isDangerous?: boolean
  onClick: () => void
}

/** Keeps the focus while it is disabled. */
export function IconButton({ label, title, Icon, isDisabled = false, isDangerous = false, onClick }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
      className={`admin-icon-button shrink-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-40 ${isDangerous ? 'hover:text-danger!' : ''}`}
    >
      <Icon aria-hidden size={16} />
    </button>
  )
}
