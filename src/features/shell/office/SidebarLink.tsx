import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Tooltip } from 'radix-ui'

type Props = {
  to: string
  label: string
  Icon: LucideIcon
  /** Shows the label in a tooltip. */
  isIconOnly: boolean
  onChoose?: () => void
}

export function SidebarLink({ to, label, Icon, isIconOnly, onChoose }: Props) {
  const link = (
    <Link
      to={to}
      activeOptions={{ exact: to === '/admin', includeSearch: false }}
      onClick={onChoose}
      className="flex min-h-9 items-center gap-3 border-s-3 border-transparent px-3 text-14 font-semibold text-muted hover:bg-wash hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 aria-[current=page]:border-s-brand aria-[current=page]:bg-wash aria-[current=page]:text-ink"
    >
      <Icon aria-hidden size={18} className="shrink-0" />
      <span className={isIconOnly ? 'sr-only' : 'truncate'}>{label}</span>
    </Link>
  )
  if (!isIconOnly) return <li>{link}</li>
  return (
    <li>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>{link}</Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            side="right"
            sideOffset={6}
            className="z-50 bg-ink px-2 py-1 text-13 font-semibold text-paper"
          >
            {label}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </li>
  )
}
