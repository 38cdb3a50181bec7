/** Spec §8, Status. */
export const STATUS_FAILURE = 'Failed to update subscriber status'
