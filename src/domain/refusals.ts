/** What who is refused is told (spec §2, Admin dashboard). */
export const PLEASE_LOG_IN = 'Please log in'
export const ACCESS_DENIED = 'Access Denied'

/** Whether a call failed since nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Error && error.message === PLEASE_LOG_IN
}
