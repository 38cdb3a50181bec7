import * as z from 'zod'
import type {
  CorrectionKind,
  PUBLICATION_STATES,
  REVIEW_KINDS,
  REVISION_KINDS,
  UPDATE_KINDS,
} from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Newsroom §2, Unpublished changes. */
export const updateLabels = (): Record<(typeof UPDATE_KINDS)[number], { label: string; help: string }> => ({
  minor: { label: phrase('Minor edit'), help: phrase('Readers do not see “Updated”.') },
  update: { label: phrase('Update'), help: phrase('Readers see “Updated” with the time.') },
  correction: {
    label: phrase('Correction'),
    help: phrase('Adds a dated note to the article and to the next newsletter.'),
  },
})

/** For the newsroom; readers see `correctionLabel`. */
export const correctionLabels = (): Record<CorrectionKind, string> => ({
  correction: phrase('Correction'),
  clarification: phrase('Clarification'),
  update: phrase('Update'),
  retraction: phrase('Retraction'),
})

export const reviewLabels = (): Record<(typeof REVIEW_KINDS)[number], string> => ({
  submit: phrase('Submitted for review'),
  approve: phrase('Approved'),
  'request-changes': phrase('Changes requested'),
})

/** Spec §8. */
export const articleFailure = () => phrase('Failed to fetch article')

/** Spec §8. */
export function publishFailure(isFirst: boolean): string {
  return isFirst ? phrase('Failed to create article') : phrase('Failed to update article')
}

export type PublicationState = (typeof PUBLICATION_STATES)[number]
type RevisionKind = (typeof REVISION_KINDS)[number]

const revisionLabels = (): Record<RevisionKind, string> => ({
  autosave: phrase('Saved automatically'),
  save: phrase('Saved'),
  submit: phrase('Submitted for review'),
  publish: phrase('Published'),
  correction: phrase('Published as a correction'),
  restore: phrase('Restored'),
  import: phrase('Published text'),
})

export const MAX_REVISION_NAME_LENGTH = 100

export const revisionNameForm = z.object({ name: z.string().trim().max(MAX_REVISION_NAME_LENGTH) })

/** Labels of revisions whose publication is planned or has failed. */
const unpublishedLabels = (): Record<Exclude<PublicationState, 'done'>, string> => ({
  scheduled: phrase('Scheduled'),
  cancelled: phrase('Scheduled, cancelled'),
  failed: phrase('Scheduled, failed'),
})

/** @param revision.publication of the newest publication */
export function labelRevision({
  kind,
  publication,
}: {
  kind: RevisionKind
  publication: PublicationState | null
}): string {
  if (kind === 'import' && publication === null) return phrase('Text from the feed')
  return publication === null || publication === 'done'
    ? revisionLabels()[kind]
    : unpublishedLabels()[publication]
}
