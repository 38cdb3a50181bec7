import { Ellipsis, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { createContext, type ReactNode, useContext, useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'

type Props = {
  label: string
  isBusy?: boolean
  Icon?: LucideIcon
  className?: string
  /** The edge of the button that the menu lines up with. */
  align?: 'start' | 'end'
  children: ReactNode
}

/** The action that was chosen, until the menu has closed. */
const Chosen = createContext<{ current: (() => void) | undefined }>({ current: undefined })

/** Further actions of a row, or of a button beside it. Their dialogs return the focus to the button of the menu. */
export function RowMenu({
  label,
  isBusy = false,
  Icon = Ellipsis,
  className,
  align = 'end',
  children,
}: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<() => void>(undefined)

  function runChosen(event: Event) {
    event.preventDefault()
    trigger.current?.focus()
    chosen.current?.()
    chosen.current = undefined
  }

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={label}
        title={phrase('More actions')}
        disabled={isBusy}
        className={className ?? 'admin-icon-button'}
      >
        <Icon aria-hidden size={16} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          onCloseAutoFocus={runChosen}
          collisionPadding={8}
          className="sheet z-20 min-w-44 py-1 font-sans text-14 text-ink shadow-lg"
        >
          <Chosen value={chosen}>{children}</Chosen>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-3 px-3 outline-none data-disabled:text-muted data-highlighted:bg-wash pointer-coarse:min-h-11'

type ItemProps = {
  Icon: LucideIcon
  label: string
  isDangerous?: boolean
  isDisabled?: boolean
  onSelect: () => void
}

export function RowMenuItem({ Icon, label, isDangerous = false, isDisabled = false, onSelect }: ItemProps) {
  const chosen = useContext(Chosen)
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={() => {
        chosen.current = onSelect
      }}
      className={`${ITEM} ${isDangerous ? 'text-danger' : ''}`}
    >
      <Icon aria-hidden size={16} />
      {label}
    </DropdownMenu.Item>
  )
}

/** Opens a new tab. */
export function RowMenuLink({ Icon, label, href }: { Icon: LucideIcon; label: string; href: string }) {
  return (
    <DropdownMenu.Item asChild>
      <a href={href} target="_blank" rel="noopener noreferrer" className={ITEM}>
        <Icon aria-hidden size={16} />
        {label}
        <span className="sr-only">{phrase('(opens in a new tab)')}</span>
      </a>
    </DropdownMenu.Item>
  )
}
