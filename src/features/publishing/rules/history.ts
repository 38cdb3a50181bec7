import { CORRECTION_LABELS, type CorrectionKind } from '#kernel/newsroom-states.ts'

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

/** What happened to an article in the newsroom. Times are ISO 8601, UTC. */
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

const LABELS: Record<HistoryKind, string> = {
  create: 'Created',
  lose: 'Wrote in a passage that someone else deleted',
  save: 'Saved a revision',
  'restore-revision': 'Restored a revision',
  submit: 'Submitted for review',
  approve: 'Approved',
  'request-changes': 'Requested changes',
  assign: 'Changed the due date',
  schedule: 'Scheduled',
  unschedule: 'Cancelled the schedule',
  'schedule-withdrawal': 'Scheduled the withdrawal',
  'unschedule-withdrawal': 'Cancelled the scheduled withdrawal',
  publish: 'Published',
  update: 'Updated the published article',
  republish: 'Published again',
  import: 'Changed by its feed or a command',
  fail: 'The scheduled publication failed',
  'fail-withdrawal': 'The scheduled withdrawal failed',
  withdraw: 'Withdrawn',
  delete: 'Moved to the bin',
  restore: 'Restored from the bin',
}

const PLANNED = new Set<HistoryKind>(['publish', 'update', 'republish', 'withdraw'])

/** "Published as scheduled", without person and time. */
export function describeHistoryEvent(event: HistoryEvent): string {
  const { kind, assignee, correctionKind, plannedAt, approvedBy } = event
  if (kind === 'assign' && assignee) return `Assigned to ${assignee}`
  const label = correctionKind
    ? `Published a ${CORRECTION_LABELS[correctionKind].toLowerCase()}`
    : LABELS[kind]
  const isPlanned = plannedAt !== null && PLANNED.has(kind)
  return `${label}${isPlanned ? ' as scheduled' : ''}${approvedBy ? `, approved by ${approvedBy}` : ''}`
}
