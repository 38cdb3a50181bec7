import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import { historyFailure, historyQuery } from '../publishing.functions.ts'
import { describeHistoryEvent, type HistoryEvent, MAX_HISTORY_EVENTS } from '../rules/history.ts'

const PAGE_SIZE = 20

/** Who submitted, approved, published and withdrew the article, newest first, with their notes. */
export function HistoryPanel({ id }: { id: string }) {
  const [limit, setLimit] = useState(PAGE_SIZE)
  const query = useQuery({ ...historyQuery(id, limit), placeholderData: (previous) => previous })
  return (
    <SettingsSection title={phrase('History')}>
      <LoadState query={query} failure={historyFailure()}>
        {({ events, hasMore }) => (
          <>
            {events.length === 0 && (
              <p className="text-14 text-muted">{phrase('Nothing has happened yet.')}</p>
            )}
            <ol className="flex flex-col gap-3">
              {events.map((event) => (
                <EventItem key={event.key} event={event} />
              ))}
            </ol>
            {hasMore && limit < MAX_HISTORY_EVENTS && (
              <Button onClick={() => setLimit(Math.min(limit + 100, MAX_HISTORY_EVENTS))}>
                {phrase('Show Earlier')}
              </Button>
            )}
          </>
        )}
      </LoadState>
    </SettingsSection>
  )
}

function EventItem({ event }: { event: HistoryEvent }) {
  const { at, by, note, kind, plannedAt } = event
  return (
    <li className="border-s-2 border-rule ps-3 text-14">
      <p className="font-semibold wrap-anywhere">
        {(kind === 'schedule' || kind === 'schedule-withdrawal') && plannedAt
          ? phraseParts('{event} for {time}', {
              event: describeHistoryEvent(event),
              time: <Moment key="time" at={plannedAt} />,
            })
          : describeHistoryEvent(event)}
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-wrap">{note}</p>}
      <p className="text-13 text-muted">
        {by && (
          <>
            <bdi>{by}</bdi>,{' '}
          </>
        )}
        <Moment at={at} />
      </p>
    </li>
  )
}
