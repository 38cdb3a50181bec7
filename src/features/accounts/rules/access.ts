export type Role = 'admin' | 'user'

export type Account = {
  id: string
  email: string
  fullName: string
  role: Role
  /** An administrator without the second factor that the site requires. */
  lacksSecondFactor?: boolean
}

/** Spec §2, Admin dashboard. */
export const PLEASE_LOG_IN = 'Please log in'
export const ACCESS_DENIED = 'Access Denied'
export const SECOND_FACTOR_REQUIRED = 'Set up two-factor authentication to use the back office'
export const ACCOUNT_SUSPENDED = 'This account is suspended. Please contact an administrator of the site.'
export const ACCOUNTS_UNAVAILABLE = 'Accounts are temporarily unavailable. Please try again later.'

/** Returns the status (RFC 9110 §15.5) and message of a denial. */
export function checkAccess(
  account: Account | null,
  role: Role,
): { status: 401 | 403; message: string } | undefined {
  if (!account) return { status: 401, message: PLEASE_LOG_IN }
  if (role === 'admin' && account.role !== 'admin') return { status: 403, message: ACCESS_DENIED }
  if (role === 'admin' && account.lacksSecondFactor) return { status: 403, message: SECOND_FACTOR_REQUIRED }
  return undefined
}

export function isSignedOutError(error: unknown): boolean {
  return error instanceof Error && error.message === PLEASE_LOG_IN
}

type Visitor = Pick<Account, 'role' | 'lacksSecondFactor'> | null

export type AdminAccess =
  | { kind: 'allow' }
  | { kind: 'set-up-second-factor' }
  | { kind: 'redirect'; to: '/' | '/admin' | '/admin/login' }
  | { kind: 'deny'; reason: 'signed-out' | 'not-admin' }

const REDIRECTS_TO_DASHBOARD = /^\/admin\/(articles|settings|adsense)(\/|$)/i

/** Spec §4, Redirects. `path` has no query. */
export function decideAdminAccess(path: string, visitor: Visitor): AdminAccess {
  if (visitor?.role === 'admin') return { kind: visitor.lacksSecondFactor ? 'set-up-second-factor' : 'allow' }
  if (/^\/admin\/?$/i.test(path)) return { kind: 'deny', reason: visitor ? 'not-admin' : 'signed-out' }
  if (REDIRECTS_TO_DASHBOARD.test(path)) return { kind: 'redirect', to: '/admin' }
  return { kind: 'redirect', to: visitor ? '/' : '/admin/login' }
}

/** Spec §4; null when signed out. */
export function decideLoginRedirect(visitor: Visitor): '/' | '/admin' | null {
  if (!visitor) return null
  return visitor.role === 'admin' ? '/admin' : '/'
}
