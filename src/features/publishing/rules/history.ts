import type { CorrectionKind } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Older ones are in the audit log. */
export const MAX_HISTORY_EVENTS = 500

export type HistoryKind =
  | 'create'
  | 'lose'
  | 'save'
  | 'restore-revision'
  | 'submit'
  | 'approve'
  | 'request-changes'
  | 'assign'
  | 'schedule'
  | 'unschedule'
  | 'schedule-withdrawal'
  | 'unschedule-withdrawal'
  | 'publish'
  | 'update'
  | 'republish'
  | 'import'
  | 'fail'
  | 'fail-withdrawal'
  | 'withdraw'
  | 'delete'
  | 'restore'

/** An event in the history of an article. Times are ISO 8601, UTC. */
export type HistoryEvent = {
  key: string
  kind: HistoryKind
  at: string
  /** A name; null for feeds, commands and deleted accounts. */
  by: string | null
  /** The note of a review or saved revision, the public text of a withdrawal or correction, or the words written. */
  note: string
  revision: number | null
  /** The planned time of a schedule, or of a publication that was scheduled. */
  plannedAt: string | null
  /** A name. */
  approvedBy: string | null
  correctionKind: CorrectionKind | null
  /** A name; null if the article was assigned to nobody. */
  assignee: string | null
}

const labels = (): Record<HistoryKind, string> => ({
  create: phrase('Created'),
  lose: phrase('Wrote in a passage that someone else deleted'),
  save: phrase('Saved a revision'),
  'restore-revision': phrase('Restored a revision'),
  submit: phrase('Submitted for review'),
  approve: phrase('Approved'),
  'request-changes': phrase('Requested changes'),
  assign: phrase('Changed the due date'),
  schedule: phrase('Scheduled'),
  unschedule: phrase('Cancelled the schedule'),
  'schedule-withdrawal': phrase('Scheduled the withdrawal'),
  'unschedule-withdrawal': phrase('Cancelled the scheduled withdrawal'),
  publish: phrase('Published'),
  update: phrase('Updated the published article'),
  republish: phrase('Published again'),
  import: phrase('Changed by its feed or a command'),
  fail: phrase('The scheduled publication failed'),
  'fail-withdrawal': phrase('The scheduled withdrawal failed'),
  withdraw: phrase('Withdrawn'),
  delete: phrase('Moved to the bin'),
  restore: phrase('Restored from the bin'),
})

const correctionEvents = (): Record<CorrectionKind, string> => ({
  correction: phrase('Published a correction'),
  clarification: phrase('Published a clarification'),
  update: phrase('Published an update'),
  retraction: phrase('Published a retraction'),
})

const PLANNED = new Set<HistoryKind>(['publish', 'update', 'republish', 'withdraw'])

/** "Published as scheduled", without person and time. */
export function describeHistoryEvent(event: HistoryEvent): string {
  const { kind, assignee, correctionKind, plannedAt, approvedBy } = event
  if (kind === 'assign' && assignee) return phrase('Assigned to {assignee}', { assignee })
  const label = correctionKind ? correctionEvents()[correctionKind] : labels()[kind]
  const isPlanned = plannedAt !== null && PLANNED.has(kind)
  const text = isPlanned ? phrase('{event} as scheduled', { event: label }) : label
  return approvedBy ? phrase('{event}, approved by {name}', { event: text, name: approvedBy }) : text
}
