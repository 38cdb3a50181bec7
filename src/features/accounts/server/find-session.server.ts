import { auth } from './auth.server.ts'

/** A session and whose it is. */
export type FoundSession = { id: string; userId: string; email: string; hasSecondFactor: boolean }

/** The session that the headers carry, or null. It is not prolonged. */
export async function findSession(headers: Headers): Promise<FoundSession | null> {
  const { api } = await auth()
  const found = await api.getSession({ headers, query: { disableRefresh: true } })
  if (!found || found.user.banned) return null
  const { session, user } = found
  return {
    id: session.id,
    userId: user.id,
    email: user.email,
    hasSecondFactor: Boolean(user.twoFactorEnabled),
  }
}

/** The session that an answer's cookies begin, or null. */
export function findBegunSession({ headers }: Response): Promise<FoundSession | null> {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return findSession(new Headers({ cookie: cookies.join('; ') }))
}

/** better-auth's cookie of a sign-in that waits for its second step: `name.signature`. */
const HALF_SIGNED_IN = /(?:^|;\s*)(?:__Secure-)?masthead\.two_factor=([\w-]+)\./

/** Whose sign-in waits for its second step, by what the headers carry: to count by, since no signature is checked. */
export async function findHalfSignedIn(headers: Headers): Promise<string | undefined> {
  const [, name] = HALF_SIGNED_IN.exec(headers.get('cookie') ?? '') ?? []
  if (!name) return undefined
  const { $context } = await auth()
  const { internalAdapter } = await $context
  return (await internalAdapter.findVerificationValue(name))?.value
}
