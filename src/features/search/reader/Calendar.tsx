import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { DayPicker, type DayPickerLocale, type Numerals } from 'react-day-picker'
import { type Language, languageOf } from '#kernel/text/languages.ts'
import { direction } from '#kernel/text/phrase.ts'
import { WEEK_STARTS } from '#kernel/time/apply-place.ts'
import { place } from '#kernel/time/place.ts'

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
  nav: 'absolute end-0 flex h-11',
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

type CalendarLanguage = { locale: DayPickerLocale; numerals: Numerals }

const LOCALES: Record<Language, () => Promise<DayPickerLocale>> = {
  en: async () => (await import('react-day-picker/locale/en-GB')).enGB,
  de: async () => (await import('react-day-picker/locale/de')).de,
  fr: async () => (await import('react-day-picker/locale/fr')).fr,
  es: async () => (await import('react-day-picker/locale/es')).es,
  ar: async () => (await import('react-day-picker/locale/ar')).ar,
}

/** Returns the calendar in the language of the newspaper. */
export async function loadCalendar() {
  const { locale: tag } = place()
  const locale = await LOCALES[languageOf(tag)]()
  const numerals = new Intl.NumberFormat(tag).resolvedOptions().numberingSystem as Numerals
  return (props: Props) => <Calendar {...props} {...{ locale, numerals }} />
}

/** Dates have no time and no time zone. */
function Calendar({ label, anchor, onSelect, onClose, locale, numerals }: Props & CalendarLanguage) {
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
            locale={locale}
            numerals={numerals}
            dir={direction()}
            weekStartsOn={weekStart()}
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

/** 0 is Sunday. */
function weekStart() {
  return (WEEK_STARTS[place().weekStart] % 7) as 0 | 1 | 6
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
