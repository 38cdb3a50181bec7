/** Spec §8, Role. */
export const ROLE_FAILURE = 'Failed to update user role'

/** Spec §8, Users load. */
export const PROFILES_FAILURE = 'Failed to load user profiles'
export const USER_DATA_FAILURE = 'Failed to load user data'
