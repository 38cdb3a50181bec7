/** Spec §8, Refresh content failure. */
export const REFRESH_FAILURE = 'Failed to refresh content'

export const LOAD_FAILURE = 'Failed to load the dashboard'
