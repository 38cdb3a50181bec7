import { assignDraftFn, moveScheduleFn } from '../desk.functions.ts'
import type { CalendarEntry } from '../server/list-calendar.server.ts'
import { useDraftAction } from './useDraftAction.ts'

/** Changes the time of a scheduled publication or the due date of an article. */
export function useMoveEntry() {
  const { run, isBusy } = useDraftAction()
  function move({ id, kind }: CalendarEntry, at: Date, onDone?: () => void) {
    run({
      async send() {
        const outcome =
          kind === 'scheduled'
            ? await moveScheduleFn({ data: { id, plannedAt: at.toISOString() } })
            : await assignDraftFn({ data: { id, dueAt: at.toISOString() } })
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
      },
      success: kind === 'scheduled' ? 'Publication moved' : 'Due date changed',
      failure: kind === 'scheduled' ? 'Failed to move publication' : 'Failed to change due date',
      onDone,
    })
  }
  return { move, isBusy }
}
