import { Link } from '@tanstack/react-router'
import { CalendarClock, CalendarX, Check, Clock, Flag, Plus } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { formatClock } from '#kernel/time/dates.ts'
import { formatLongDay, localDay } from '#kernel/time/zoned-time.ts'
import { groupByDay } from '../rules/calendar.ts'
import type { CalendarEntry } from '../server/list-calendar.server.ts'

const DRAG_TYPE = 'application/x-masthead-entry'

type Props = {
  days: readonly string[]
  /** `YYYY-MM`; days of other months are dimmed. */
  month: string | undefined
  today: string
  entries: readonly CalendarEntry[]
  /** Opens a dialog to choose the day instead of dragging. */
  onMove: (entry: CalendarEntry) => void
  onDrop: (entry: CalendarEntry, day: string) => void
  /** Undefined without permission to assign articles. */
  onNew: ((day: string) => void) | undefined
}

/** Shows a grid of weeks or, without room for seven columns, a list of the days that have entries. */
export function CalendarGrid({ days, month, today, entries, onMove, onDrop, onNew }: Props) {
  const byDay = groupByDay(entries)
  const [target, setTarget] = useState<string>()
  /** Whether a narrow window, which shows a list, includes the day. */
  const isListed = (day: string) =>
    byDay.has(day) || (onNew !== undefined && day === today && day.startsWith(month ?? ''))

  function drop(event: DragEvent, day: string) {
    event.preventDefault()
    setTarget(undefined)
    const key = event.dataTransfer.getData(DRAG_TYPE)
    const entry = entries.find((entry) => keyOf(entry) === key)
    if (entry?.canMove && localDay(entry.at) !== day) onDrop(entry, day)
  }

  return (
    <div className="@container">
      {entries.length === 0 && (
        <p className="text-14 text-muted @2xl:hidden">{phrase('Nothing is planned in this period.')}</p>
      )}
      <ol
        aria-label={phrase('Days')}
        className={`grid gap-px border border-rule bg-rule @2xl:grid-cols-7 ${days.some(isListed) ? '' : '@max-2xl:hidden'}`}
      >
        {days.map((day) => {
          const dayEntries = byDay.get(day) ?? []
          const isOtherMonth = month !== undefined && !day.startsWith(month)
          return (
            <li
              key={day}
              aria-label={formatLongDay(day)}
              aria-current={day === today ? 'date' : undefined}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
                event.preventDefault()
                setTarget(day)
              }}
              onDragLeave={() => setTarget(undefined)}
              onDrop={(event) => drop(event, day)}
              className={`group/day relative min-w-0 p-1.5 @2xl:min-h-28 ${isListed(day) ? '' : '@max-2xl:hidden'} ${target === day ? 'bg-wash outline-2 -outline-offset-2 outline-ink' : isOtherMonth ? 'bg-wash' : 'bg-paper'}`}
            >
              <p
                aria-hidden
                className="flex flex-wrap items-center gap-1 pb-1 text-12 font-semibold whitespace-nowrap text-muted"
              >
                <span className="whitespace-normal @2xl:hidden">{formatLongDay(day)}</span>
                <span className="@max-2xl:hidden">{weekdayOf(day)}</span>
                <span className={`px-1 @max-2xl:hidden ${day === today ? 'bg-ink text-paper' : ''}`}>
                  {Number(day.slice(8))}
                </span>
              </p>
              {onNew && day >= today && (
                <button
                  type="button"
                  aria-label={phrase('New article on {day}', { day: formatLongDay(day) })}
                  title={phrase('New article on this day')}
                  onClick={() => onNew(day)}
                  className="absolute end-0.5 top-0.5 grid size-7 cursor-pointer place-items-center text-muted hover:text-ink focus-visible:opacity-100 pointer-coarse:size-11 @2xl:pointer-fine:opacity-0 @2xl:pointer-fine:group-hover/day:opacity-100"
                >
                  <Plus aria-hidden size={16} />
                </button>
              )}
              {dayEntries.length > 0 && (
                <ul className="flex flex-col gap-1">
                  {dayEntries.map((entry) => (
                    <EntryItem key={keyOf(entry)} entry={entry} onMove={onMove} />
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const kinds = () => ({
  scheduled: { label: phrase('Scheduled'), Icon: Clock, tone: 'border-s-good' },
  withdrawal: { label: phrase('Withdrawal'), Icon: CalendarX, tone: 'border-s-danger' },
  due: { label: phrase('Due'), Icon: Flag, tone: 'border-s-caution' },
  published: { label: phrase('Published'), Icon: Check, tone: 'border-s-rule' },
})

function EntryItem({ entry, onMove }: { entry: CalendarEntry; onMove: (entry: CalendarEntry) => void }) {
  const { id, title, kind, at, canMove } = entry
  const { label, Icon, tone } = kinds()[kind]
  return (
    <li
      draggable={canMove}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(DRAG_TYPE, keyOf(entry))
        dataTransfer.effectAllowed = 'move'
      }}
      className={`flex items-start gap-1 border border-s-4 border-rule bg-paper px-1.5 py-1 text-13 ${tone} ${canMove ? '@2xl:cursor-grab' : ''}`}
    >
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1 text-12 text-muted">
          <Icon aria-hidden size={12} className="shrink-0" />
          <span className="@2xl:sr-only">{label}</span>
          <time dateTime={at}>{formatClock(at)}</time>
        </p>
        <Link
          to="/admin/articles"
          search={{ article: id }}
          title={title}
          className="line-clamp-3 font-semibold wrap-anywhere hover:underline"
        >
          <bdi dir={textDirection(title)}>{title}</bdi>
        </Link>
      </div>
      {canMove && (
        <button
          type="button"
          aria-label={phrase('Move {title}', { title })}
          title={phrase('Move…')}
          onClick={() => onMove(entry)}
          className="grid size-6 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink pointer-coarse:size-11"
        >
          <CalendarClock aria-hidden size={14} />
        </button>
      )}
    </li>
  )
}

function keyOf({ id, kind }: CalendarEntry): string {
  return `${kind}:${id}`
}

const weekdays = () => [
  phrase('Sun'),
  phrase('Mon'),
  phrase('Tue'),
  phrase('Wed'),
  phrase('Thu'),
  phrase('Fri'),
  phrase('Sat'),
]

function weekdayOf(day: string): string | undefined {
  return weekdays()[new Date(day).getUTCDay()]
}
