/** Spec §8, Refresh content failure. */
export const REFRESH_FAILURE = 'Failed to refresh content'
