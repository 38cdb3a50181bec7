import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { moveScheduleFn } from '#features/publishing/publishing.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatDay } from '#kernel/time/dates.ts'
import { formatMonthAndYear, toLocalInput, zoneLabel } from '#kernel/time/zoned-time.ts'
import { futureTimeForm, timeForm, zonedTime } from '#kernel/time/zoned-time-form.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { assignDraftFn, calendarFailure, calendarQuery } from '../desk.functions.ts'
import { CALENDAR_VIEWS, type CalendarParams, listDays, moveToDay, shiftPeriod } from '../rules/calendar.ts'
import type { CalendarEntry } from '../server/list-calendar.server.ts'
import { CalendarGrid } from './CalendarGrid.tsx'
import { IdeaDialog } from './IdeaDialog.tsx'

const viewLabels = () => ({ month: phrase('Month'), week: phrase('Week') })

/** @param today `YYYY-MM-DD` */
export function CalendarScreen({ params, today }: { params: CalendarParams; today: string }) {
  const { view } = params
  const day = params.day ?? today
  const days = listDays({ view, day })
  const [first = day, last = day] = [days[0], days.at(-1)]
  const query = useQuery({
    ...calendarQuery({ from: first, to: last }),
    placeholderData: (previous) => previous,
  })
  const [moving, setMoving] = useState<CalendarEntry>()
  const [creatingOn, setCreatingOn] = useState<string>()
  const canAssign = useCapability()('article.read-all')
  const navigate = useNavigate()
  const { move, isBusy } = useMoveEntry()
  const shifted = (periods: 1 | -1) => ({ view, day: shiftPeriod({ view, day }, periods) })
  return (
    <AdminPage
      title={phrase('Calendar')}
      text={phrase('Scheduled publications and withdrawals, due dates and published articles, in {zone}.', {
        zone: zoneLabel(),
      })}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 aria-live="polite" className="grow text-18 font-semibold">
          {view === 'month'
            ? formatMonthAndYear(day)
            : phrase('{first} to {last}', { first: formatDay(first), last: formatDay(last) })}
        </h2>
        <nav aria-label={phrase('Period')} className="flex flex-wrap gap-2">
          <Link
            to="/admin/calendar"
            search={shifted(-1)}
            replace
            resetScroll={false}
            className="admin-icon-button"
          >
            <ChevronLeft aria-hidden size={18} />
            <span className="sr-only">
              {view === 'month' ? phrase('Previous month') : phrase('Previous week')}
            </span>
          </Link>
          <Link to="/admin/calendar" search={{ view }} replace resetScroll={false} className="admin-button">
            {phrase('Today')}
          </Link>
          <Link
            to="/admin/calendar"
            search={shifted(1)}
            replace
            resetScroll={false}
            className="admin-icon-button"
          >
            <ChevronRight aria-hidden size={18} />
            <span className="sr-only">{view === 'month' ? phrase('Next month') : phrase('Next week')}</span>
          </Link>
        </nav>
        <nav aria-label={phrase('View')} className="flex flex-wrap gap-2">
          {CALENDAR_VIEWS.map((name) => (
            <Link
              key={name}
              to="/admin/calendar"
              search={{ view: name, day }}
              replace
              resetScroll={false}
              aria-current={name === view ? 'true' : undefined}
              className="admin-button aria-[current]:border-ink aria-[current]:bg-wash"
            >
              {viewLabels()[name]}
            </Link>
          ))}
        </nav>
      </div>
      <LoadState query={query} failure={calendarFailure()}>
        {({ entries, isComplete }) => (
          <>
            {!isComplete && (
              <p role="status" className="text-14 text-muted">
                {phrase(
                  'This period has more entries than the calendar shows. Use the article list to see all of them.',
                )}
              </p>
            )}
            <CalendarGrid
              days={days}
              month={view === 'month' ? day.slice(0, 7) : undefined}
              today={today}
              entries={entries}
              onMove={setMoving}
              onDrop={(entry, to) => move(entry, moveToDay(entry.at, to))}
              onNew={canAssign ? setCreatingOn : undefined}
            />
          </>
        )}
      </LoadState>
      {moving && (
        <MoveDialog
          entry={moving}
          isBusy={isBusy}
          onMove={(at, onSent) =>
            move(moving, at, () => {
              onSent()
              setMoving(undefined)
            })
          }
          onClose={() => setMoving(undefined)}
        />
      )}
      {creatingOn && (
        <IdeaDialog
          day={creatingOn}
          onCreated={(id) => void navigate({ to: '/admin/articles', search: { article: id } })}
          onClose={() => setCreatingOn(undefined)}
        />
      )}
    </AdminPage>
  )
}

type MoveProps = {
  entry: CalendarEntry
  isBusy: boolean
  /** Calls `onSent` before the dialog closes. */
  onMove: (at: Date, onSent: () => void) => void
  onClose: () => void
}

function MoveDialog({ entry: { id, title, kind, at }, onMove, ...dialog }: MoveProps) {
  const { unsent, ...form } = useUnsentForm(kind !== 'due' ? futureTimeForm(() => new Date()) : timeForm, {
    name: `move-${kind}:${id}`,
    defaultValues: { at: toLocalInput(at) },
  })
  return (
    <FormDialog
      {...dialog}
      title={phrase('Move “{title}”', { title })}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Move')}
      onSubmit={form.handleSubmit((typed) => onMove(zonedTime.parse(typed.at), unsent.end))}
    >
      <ZonedTimeField label={moveLabels()[kind]} current={form.watch('at')} {...form.field('at')} />
    </FormDialog>
  )
}

const moveLabels = () => ({
  scheduled: phrase('Publish at'),
  withdrawal: phrase('Withdraw at'),
  due: phrase('Due'),
  published: phrase('Published at'),
})

const publicationMoved = () => ({
  success: phrase('Publication moved'),
  failure: phrase('Failed to move publication'),
})
const movedTexts = () => ({
  scheduled: publicationMoved(),
  published: publicationMoved(),
  withdrawal: { success: phrase('Withdrawal moved'), failure: phrase('Failed to move withdrawal') },
  due: { success: phrase('Due date changed'), failure: phrase('Failed to change due date') },
})

function useMoveEntry() {
  const { run, isBusy } = useDraftAction()
  function move({ id, kind }: CalendarEntry, at: Date, onDone?: () => void) {
    run({
      async send() {
        const outcome =
          kind !== 'due'
            ? await moveScheduleFn({
                data: {
                  id,
                  kind: kind === 'withdrawal' ? 'withdraw' : 'publish',
                  plannedAt: at.toISOString(),
                },
              })
            : await assignDraftFn({ data: { id, due: toLocalInput(at.toISOString()) } })
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
      },
      success: movedTexts()[kind].success,
      failure: movedTexts()[kind].failure,
      onDone,
    })
  }
  return { move, isBusy }
}
