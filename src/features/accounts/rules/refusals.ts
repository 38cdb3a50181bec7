/** What who is refused is told (spec §2, Admin dashboard). */
export const PLEASE_LOG_IN = 'Please log in'
export const ACCESS_DENIED = 'Access Denied'
/** Where nobody can say who it is that asks. */
export const ACCOUNTS_AWAY = 'Accounts cannot be reached at the moment. Please try again later.'

/** Whether a call failed since nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Error && error.message === PLEASE_LOG_IN
}
