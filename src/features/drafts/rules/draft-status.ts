import type { DRAFT_STATUSES, REVIEW_KINDS, UPDATE_KINDS } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'

export type DraftStatus = (typeof DRAFT_STATUSES)[number]

/** Newsroom §2. */
export const draftStatusLabels = (): Record<DraftStatus, string> => ({
  idea: phrase('Idea'),
  draft: phrase('Draft'),
  'in-review': phrase('In review'),
  approved: phrase('Approved'),
  scheduled: phrase('Scheduled'),
  published: phrase('Published'),
  changed: phrase('Published, with unpublished changes'),
  withdrawn: phrase('Withdrawn'),
})

export type ReviewKind = (typeof REVIEW_KINDS)[number]
export type UpdateKind = (typeof UPDATE_KINDS)[number]

export type DraftFacts = {
  formHash: string
  /** Without summary and content. */
  isEmpty: boolean
  hasAssignee: boolean
  isPublished: boolean
  isWithdrawn: boolean
  /** The last one, even if withdrawn since. */
  published: { revision: number; formHash: string } | null
  isScheduled: boolean
  review: { kind: ReviewKind; revision: number; formHash: string } | null
}

/** Derives the status of a draft, as `refresh_drafts` does in SQL for lists. */
export function draftStatus(facts: DraftFacts): DraftStatus {
  if (facts.isScheduled) return 'scheduled'
  const review = reviewInEffect(facts)
  if (review === 'submit') return 'in-review'
  if (review === 'approve') return 'approved'
  if (facts.isPublished) return facts.formHash === facts.published?.formHash ? 'published' : 'changed'
  if (facts.isWithdrawn) return 'withdrawn'
  return facts.isEmpty && facts.hasAssignee ? 'idea' : 'draft'
}

/** Publishing ends earlier reviews; edits end only an approval. */
function reviewInEffect({ review, published, formHash }: DraftFacts): ReviewKind | null {
  if (!review || (published && review.revision <= published.revision)) return null
  if (review.kind === 'approve' && review.formHash !== formHash) return null
  return review.kind
}

export function isApproved(facts: DraftFacts): boolean {
  return reviewInEffect(facts) === 'approve'
}

/** `publish` includes scheduling. */
export const DRAFT_ACTIONS = [
  'submit',
  'approve',
  'request-changes',
  'publish',
  'cancel-schedule',
  'withdraw',
] as const

export type DraftAction = (typeof DRAFT_ACTIONS)[number]

type ActionContext = {
  /** The setting "Two people for each publication". */
  requiresSecondPerson: boolean
  /** The person wrote part of the unpublished text. */
  isAuthor: boolean
  /** For `publish`. */
  updateKind?: UpdateKind
  /** For `submit`: a correction of the published text is to be reviewed. */
  hasCorrection?: boolean
}

const approvalByAuthor = () => phrase('You wrote part of this text. Another person must approve it.')

/** Explains why a person who may request changes to a text in review cannot approve it. */
export function explainMissingApproval(status: DraftStatus, actions: readonly DraftAction[]): string | null {
  const isApproverMissing = actions.includes('request-changes') && !actions.includes('approve')
  return status === 'in-review' && isApproverMissing ? approvalByAuthor() : null
}

/** @returns why it is impossible, or null (newsroom §2) */
export function refuseAction(action: DraftAction, facts: DraftFacts, context: ActionContext): string | null {
  const status = draftStatus(facts)
  switch (action) {
    case 'submit':
      if (status === 'scheduled')
        return phrase('The article is scheduled. Cancel the schedule before you submit changes.')
      if (context.hasCorrection && facts.isPublished) return null
      if (status === 'in-review') return phrase('The article is already in review.')
      if (status === 'approved') return phrase('The article is already approved.')
      if (status === 'published') return phrase('There are no changes to review.')
      return facts.isEmpty ? phrase('The article has no text to review.') : null
    case 'approve':
      if (status !== 'in-review') return phrase('The article is not in review.')
      return context.requiresSecondPerson && context.isAuthor ? approvalByAuthor() : null
    case 'request-changes':
      return status === 'in-review' || status === 'approved' ? null : phrase('The article is not in review.')
    case 'publish':
      return refusePublication(facts, context)
    case 'cancel-schedule':
      return facts.isScheduled ? null : phrase('The article is not scheduled.')
    case 'withdraw':
      return facts.isPublished ? null : phrase('The article is not published.')
  }
}

function refusePublication(
  facts: DraftFacts,
  { requiresSecondPerson, updateKind }: ActionContext,
): string | null {
  if (updateKind === 'correction' && !facts.isPublished)
    return phrase('Only a published article can be corrected.')
  if (!requiresSecondPerson || isApproved(facts)) return null
  return phrase('Another person must approve this text before it is published.')
}

/** `publishedAt` is null if readers do not see it. */
export type DeletedArticle = { heldFrom: string | null; publishedAt: string | null; status: DraftStatus }

/** Readers have never seen a held item: to delete it is to reject it. */
export function isUnseenItem({ heldFrom, publishedAt }: Omit<DeletedArticle, 'status'>): boolean {
  return heldFrom !== null && publishedAt === null
}

export function describeDeletion(articles: readonly DeletedArticle[]): string {
  const isOne = articles.length === 1
  const effects = [
    isOne ? phrase('It will stay in the bin for 30 days.') : phrase('They will stay in the bin for 30 days.'),
  ]
  if (articles.every(isUnseenItem))
    effects.push(
      isOne ? phrase('Its feed will not add it again.') : phrase('Their feeds will not add them again.'),
    )
  if (articles.some(({ publishedAt }) => publishedAt))
    effects.push(
      isOne ? phrase('Readers will no longer see it.') : phrase('Readers will no longer see them.'),
    )
  if (articles.some(isScheduled))
    effects.push(
      isOne
        ? phrase('Its schedule will be cancelled, and restoring the article will not bring it back.')
        : phrase('Schedules will be cancelled, and restoring the articles will not bring them back.'),
    )
  return effects.join(' ')
}

export function describeWithdrawal(articles: readonly Pick<DeletedArticle, 'status'>[]): string {
  const isOne = articles.length === 1
  const effects = isOne
    ? [
        phrase('Readers will no longer see it, and its address will say that it was withdrawn.'),
        phrase('You can publish it again.'),
      ]
    : [phrase('Readers will no longer see them.'), phrase('You can publish them again.')]
  if (articles.some(isScheduled))
    effects.push(isOne ? phrase('Its schedule will be cancelled.') : phrase('Schedules will be cancelled.'))
  return effects.join(' ')
}

const isScheduled = ({ status }: Pick<DeletedArticle, 'status'>) => status === 'scheduled'
