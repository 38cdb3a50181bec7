/** Changes of roles, second factors and security settings need a proof of identity this recent (OWASP ASVS 5.0, 7.5.1). */
const RECENT_MS = 15 * 60_000

export const CONFIRM_IDENTITY = 'Please confirm your identity to continue'

export function isRecentlyAuthenticated(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() <= RECENT_MS
}

export function isConfirmIdentityError(error: unknown): boolean {
  return error instanceof Error && error.message === CONFIRM_IDENTITY
}
