import * as z from 'zod'
import type { PUBLICATION_STATES, REVISION_KINDS, UPDATE_KINDS } from '#kernel/newsroom-states.ts'

/** Newsroom §2, Unpublished changes. */
export const UPDATE_LABELS: Record<(typeof UPDATE_KINDS)[number], { label: string; help: string }> = {
  minor: { label: 'Minor edit', help: 'Readers do not see “Updated”.' },
  update: { label: 'Update', help: 'Readers see “Updated” with the time.' },
  correction: { label: 'Correction', help: 'Adds a dated note to the article and to the next newsletter.' },
}

/** Spec §8. */
export function publishFailure(isFirst: boolean): string {
  return `Failed to ${isFirst ? 'create' : 'update'} article`
}

export type PublicationState = (typeof PUBLICATION_STATES)[number]
type RevisionKind = (typeof REVISION_KINDS)[number]

const REVISION_LABELS: Record<RevisionKind, string> = {
  autosave: 'Saved automatically',
  save: 'Saved',
  submit: 'Submitted for review',
  publish: 'Published',
  correction: 'Published as a correction',
  restore: 'Restored',
  import: 'Published text',
}

export const MAX_REVISION_NAME_LENGTH = 100

export const revisionNameForm = z.object({ name: z.string().trim().max(MAX_REVISION_NAME_LENGTH) })

/** Labels of revisions whose publication is planned or has failed. */
const UNPUBLISHED_LABELS: Record<Exclude<PublicationState, 'done'>, string> = {
  scheduled: 'Scheduled',
  cancelled: 'Scheduled, cancelled',
  failed: 'Scheduled, failed',
}

/** @param revision.publication of the newest publication */
export function labelRevision({
  kind,
  publication,
}: {
  kind: RevisionKind
  publication: PublicationState | null
}): string {
  if (kind === 'import' && publication === null) return 'Text from the feed'
  return publication === null || publication === 'done'
    ? REVISION_LABELS[kind]
    : UNPUBLISHED_LABELS[publication]
}
