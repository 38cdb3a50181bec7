/** Spec §8, Status. */
export const STATUS_FAILURE = 'Failed to update subscriber status'

/** Spec §8, Newsletter load. */
export const SUBSCRIBERS_FAILURE = 'Failed to load newsletter subscribers'
export const NEWSLETTER_DATA_FAILURE = 'Failed to load newsletter data'
