/** Who is at the door of the back office. */
export type Visitor = { role: 'admin' | 'user' } | null

export type AdminEntry =
  | { kind: 'enter' }
  | { kind: 'redirect'; to: '/' | '/admin' | '/admin/login' }
  /** The dashboard says itself who may not see it. */
  | { kind: 'refuse'; reason: 'signed-out' | 'not-admin' }

/** The screens that send others to the dashboard, which says why they may not come in. */
const SENDS_TO_DASHBOARD = /^\/admin\/(articles|settings|adsense)(\/|$)/i

/** Where somebody who asks for a screen of the back office comes to (spec §4, Redirects); `path` has no query. */
export function decideAdminEntry(path: string, visitor: Visitor): AdminEntry {
  if (visitor?.role === 'admin') return { kind: 'enter' }
  if (/^\/admin\/?$/i.test(path)) return { kind: 'refuse', reason: visitor ? 'not-admin' : 'signed-out' }
  if (SENDS_TO_DASHBOARD.test(path)) return { kind: 'redirect', to: '/admin' }
  return { kind: 'redirect', to: visitor ? '/' : '/admin/login' }
}

/** Where who has signed in goes from the login page (spec §4); null stays there. */
export function decideAfterLogin(visitor: Visitor): '/' | '/admin' | null {
  if (!visitor) return null
  return visitor.role === 'admin' ? '/admin' : '/'
}
