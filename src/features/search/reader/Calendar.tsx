import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'

type Props = {
  label: string
  anchor: RefObject<HTMLInputElement | null>
  /** @param date `YYYY-MM-DD` */
  onSelect: (date: string) => void
  onClose: () => void
}

/** The list starts earlier for earlier dates. */
const FIRST_YEAR = 2000

const CLASS_NAMES = {
  root: 'relative',
  months: '',
  month_caption: 'flex h-11 items-center',
  caption_label: 'hidden',
  dropdowns: 'flex gap-2',
  dropdown: 'h-9 cursor-pointer border border-rule bg-paper select-face ps-2 pe-7 text-14',
  nav: 'absolute right-0 flex h-11',
  button_previous: 'grid w-11 cursor-pointer place-items-center aria-disabled:opacity-40',
  button_next: 'grid w-11 cursor-pointer place-items-center aria-disabled:opacity-40',
  chevron: 'size-4 fill-current',
  month_grid: 'tabular-nums',
  weekday: 'h-8 w-10 text-13 font-normal text-muted',
  day: 'p-0 text-center',
  day_button: 'size-10 cursor-pointer text-14 hover:bg-wash',
  today: 'font-bold text-accent',
  selected: '[&>button]:bg-ink [&>button]:text-paper',
  outside: 'invisible',
}

/** Dates have no time and no time zone. */
export function Calendar({ label, anchor, onSelect, onClose }: Props) {
  const selected = parseDate(anchor.current?.value)
  const today = new Date()
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLInputElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 border border-ink bg-paper p-3 text-ink"
        >
          <DayPicker
            mode="single"
            autoFocus
            locale={enGB}
            captionLayout="dropdown"
            startMonth={new Date(Math.min(FIRST_YEAR, selected?.getFullYear() ?? FIRST_YEAR), 0)}
            endMonth={new Date(Math.max(today.getTime(), selected?.getTime() ?? 0))}
            defaultMonth={selected ?? today}
            selected={selected}
            required
            onSelect={(day) => onSelect(formatDate(day))}
            classNames={CLASS_NAMES}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function parseDate(day: string | undefined): Date | undefined {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function formatDate(day: Date): string {
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(String)
  return [year?.padStart(4, '0'), month?.padStart(2, '0'), date?.padStart(2, '0')].join('-')
}
