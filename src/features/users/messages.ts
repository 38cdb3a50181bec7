/** Spec §8, Role. */
export const ROLE_FAILURE = 'Failed to update user role'
