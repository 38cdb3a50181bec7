/** Newsroom §2. `changed` is published, with unpublished changes. */
export const DRAFT_STATUSES = [
  'idea',
  'draft',
  'in-review',
  'approved',
  'scheduled',
  'published',
  'changed',
  'withdrawn',
] as const

/** Newsroom §1. */
export const REVISION_KINDS = [
  'autosave',
  'save',
  'submit',
  'publish',
  'correction',
  'restore',
  'import',
] as const

export const REVIEW_KINDS = ['submit', 'approve', 'request-changes'] as const

export const PUBLICATION_KINDS = ['publish', 'withdraw'] as const

export const PUBLICATION_STATES = ['scheduled', 'done', 'failed', 'cancelled'] as const

/** Newsroom §2, Unpublished changes. */
export const UPDATE_KINDS = ['minor', 'update', 'correction'] as const

/** Newsroom §1. A retraction appears above the text. */
export const CORRECTION_KINDS = ['correction', 'clarification', 'update', 'retraction'] as const

export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

/** The states of live coverage. An article keeps its posts after its coverage has ended. */
export const LIVE_STATES = ['live', 'ended'] as const

export type LiveState = (typeof LIVE_STATES)[number]

/** A post of a contributor may wait for an editor, who publishes or refuses it. */
export const LIVE_POST_STATES = ['waiting', 'published', 'refused'] as const

export type LivePostState = (typeof LIVE_POST_STATES)[number]

/** Articles of feeds and the sample edition become `own` when an editor changes their text. */
export const ENTRY_SOURCES = ['own', 'feed'] as const

export type EntrySource = (typeof ENTRY_SOURCES)[number]

/** Whether a feed's articles are published on arrival, or wait for the newsroom. */
export const NEW_ARTICLES = ['publish', 'hold'] as const

export const INBOX_KINDS = [
  'mention',
  'reply',
  'review-request',
  'approval',
  'change-request',
  'assignment',
] as const

export type InboxKind = (typeof INBOX_KINDS)[number]
