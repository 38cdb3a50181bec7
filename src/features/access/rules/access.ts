import type { Role } from '#kernel/roles.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Named `noun.verb`. Each server function and route requires one (newsroom §3). */
export const CAPABILITIES = [
  'ads.manage',
  'analytics.read',
  /** `drafts/rules/draft-access.ts` decides on each draft. */
  'article.write',
  'article.read-all',
  'article.edit-all',
  /** Includes schedules, approvals, corrections and withdrawals. */
  'article.publish',
  'audit.read',
  'categories.manage',
  'feeds.manage',
  /** Includes the breaking bar. */
  'front.curate',
  'image.upload',
  /** Images that others uploaded. */
  'image.read-all',
  'image.edit-all',
  /** Papers that moved here from other systems. */
  'imports.manage',
  /** Includes subscribers. */
  'newsletter.manage',
  /** Enter the admin area, and manage one's own account there. */
  'admin.open',
  'pages.manage',
  /** Exports contain drafts and, if asked for, subscribers. */
  'paper.export',
  /** Names in bylines. */
  'people.manage',
  'redirects.manage',
  'settings.manage',
  'topics.manage',
  'users.manage',
] as const

export type Capability = (typeof CAPABILITIES)[number]

const CONTRIBUTOR: readonly Capability[] = ['admin.open', 'article.write', 'image.upload']
const AUTHOR: readonly Capability[] = [...CONTRIBUTOR, 'article.read-all', 'image.read-all']
const EDITOR: readonly Capability[] = [
  ...AUTHOR,
  'article.edit-all',
  'article.publish',
  'analytics.read',
  'categories.manage',
  'front.curate',
  'image.edit-all',
  'newsletter.manage',
  'people.manage',
  'redirects.manage',
  'topics.manage',
]

const CAPABILITIES_OF: Record<Role, ReadonlySet<Capability>> = {
  admin: new Set(CAPABILITIES),
  editor: new Set(EDITOR),
  author: new Set(AUTHOR),
  contributor: new Set(CONTRIBUTOR),
  user: new Set(),
}

export function hasCapability({ role }: { role: Role }, capability: Capability): boolean {
  return CAPABILITIES_OF[role].has(capability)
}

export type Account = {
  id: string
  email: string
  fullName: string
  role: Role
  /** The path of one's portrait. */
  portraitUrl?: string | null
  lacksSecondFactor?: boolean
}

/** Spec §2, Admin dashboard. */
export const PLEASE_LOG_IN = 'Please log in'
export const ACCESS_DENIED = 'Access Denied'
export const secondFactorRequired = () => phrase('Set up two-factor authentication to use the admin area')
export const accountSuspended = () =>
  phrase('This account is suspended. Please contact an administrator of the site.')
export const accountsUnavailable = () =>
  phrase('Accounts are temporarily unavailable. Please try again later.')

/** RFC 9110 §15.5. */
export function checkAccess(
  account: Account | null,
  capability: Capability,
): { status: 401 | 403; message: string } | undefined {
  if (!account) return { status: 401, message: PLEASE_LOG_IN }
  if (!hasCapability(account, capability)) return { status: 403, message: ACCESS_DENIED }
  if (account.lacksSecondFactor) return { status: 403, message: secondFactorRequired() }
  return undefined
}

export function isSignedOutError(error: unknown): boolean {
  return error instanceof Error && error.message === PLEASE_LOG_IN
}

export function isAccessDeniedError(error: unknown): boolean {
  return error instanceof Error && error.message === ACCESS_DENIED
}

type Visitor = Pick<Account, 'role' | 'lacksSecondFactor'> | null

type AdminAccess =
  | { kind: 'allow' }
  | { kind: 'set-up-second-factor' }
  | { kind: 'redirect'; to: '/' | '/admin' | '/admin/login' }
  | { kind: 'deny'; reason: 'signed-out' | 'not-admin' }
  /** The role may enter the admin area, but not this screen. */
  | { kind: 'deny-screen' }

/** Includes the paths below each screen. */
export const SCREEN_CAPABILITIES = {
  '/admin': 'admin.open',
  '/admin/adsense': 'ads.manage',
  '/admin/analytics': 'analytics.read',
  '/admin/articles': 'article.write',
  '/admin/audit': 'audit.read',
  '/admin/calendar': 'article.write',
  '/admin/categories': 'categories.manage',
  '/admin/export': 'paper.export',
  '/admin/feeds': 'feeds.manage',
  '/admin/front': 'front.curate',
  '/admin/import': 'imports.manage',
  '/admin/inbox': 'article.write',
  '/admin/live': 'article.write',
  '/admin/look': 'settings.manage',
  '/admin/media': 'image.upload',
  '/admin/newsletter': 'newsletter.manage',
  '/admin/pages': 'pages.manage',
  '/admin/people': 'people.manage',
  '/admin/redirects': 'redirects.manage',
  // Settings beyond one's own account require more.
  '/admin/settings': 'admin.open',
  '/admin/phrases': 'settings.manage',
  '/admin/topics': 'topics.manage',
  '/admin/users': 'users.manage',
} as const satisfies Record<string, Capability>

export type ScreenPath = keyof typeof SCREEN_CAPABILITIES

/** Unknown screens need only access to the admin area. */
export function canOpenScreen(account: { role: Role }, path: string): boolean {
  const [, admin, screen] = path.toLowerCase().split('/')
  const capability = SCREEN_CAPABILITIES[`/${[admin, screen].filter(Boolean).join('/')}` as ScreenPath]
  return hasCapability(account, capability ?? 'admin.open')
}

const REDIRECTS_TO_DASHBOARD = /^\/admin\/(articles|settings|adsense)(\/|$)/i

/** Spec §4, Redirects. `path` has no query. */
export function decideAdminAccess(path: string, visitor: Visitor): AdminAccess {
  if (visitor && hasCapability(visitor, 'admin.open')) {
    if (visitor.lacksSecondFactor) return { kind: 'set-up-second-factor' }
    return { kind: canOpenScreen(visitor, path) ? 'allow' : 'deny-screen' }
  }
  if (/^\/admin\/?$/i.test(path)) return { kind: 'deny', reason: visitor ? 'not-admin' : 'signed-out' }
  if (REDIRECTS_TO_DASHBOARD.test(path)) return { kind: 'redirect', to: '/admin' }
  return { kind: 'redirect', to: visitor ? '/' : '/admin/login' }
}

/** Spec §4; null when signed out. */
export function decideLoginRedirect(visitor: Visitor): '/' | '/admin' | null {
  if (!visitor) return null
  return hasCapability(visitor, 'admin.open') ? '/admin' : '/'
}

export type RoleDecision =
  | { kind: 'change' }
  | { kind: 'unchanged' }
  | { kind: 'denied' }
  | { kind: 'missing' }
  | { kind: 'own' }
  | { kind: 'last' }

export type DepartureDecision = { kind: RoleDecision['kind'] }

/**
 * Whether an account may be suspended or removed.
 *
 * @param facts.by the actor's id
 * @param facts.administrators ids, without suspended accounts
 */
export function decideDeparture(facts: {
  by: string
  kind: 'suspend' | 'remove'
  target: { id: string; isSuspended: boolean } | undefined
  administrators: ReadonlySet<string>
}): DepartureDecision {
  const { by, kind, target, administrators } = facts
  if (!administrators.has(by)) return { kind: 'denied' }
  if (!target) return { kind: 'missing' }
  if (kind === 'suspend' && target.isSuspended) return { kind: 'unchanged' }
  if (administrators.has(target.id) && administrators.size === 1) return { kind: 'last' }
  return { kind: target.id === by ? 'own' : 'change' }
}

/**
 * Spec §6.
 *
 * @param facts.by the actor's id
 * @param facts.administrators ids, without suspended accounts
 */
export function decideRoleChange(facts: {
  by: string
  target: { id: string; role: Role } | undefined
  role: Role
  administrators: ReadonlySet<string>
}): RoleDecision {
  const { by, target, role, administrators } = facts
  if (!administrators.has(by)) return { kind: 'denied' }
  if (!target) return { kind: 'missing' }
  if (target.role === role) return { kind: 'unchanged' }
  if (role === 'admin') return { kind: 'change' }
  if (administrators.has(target.id) && administrators.size === 1) return { kind: 'last' }
  return target.id === by ? { kind: 'own' } : { kind: 'change' }
}
