import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { findSignedSession } from './current-session.server.ts'

const MAX_SESSIONS = 10_000
const MAX_AGE_MS = 60_000
const LOOKUP_TIMEOUT_MS = 500

/**
 * Remembers which sessions may enter the back office. Only for limits on requests and for counting views, since an
 * answer may be a minute old: each request checks its permission itself.
 *
 * @param hasOfficeAccess reads the session of a cookie from the database
 */
export function createOfficeSessions(hasOfficeAccess: (cookie: string) => Promise<boolean>) {
  const known = new LRUCache<string, boolean>({
    max: MAX_SESSIONS,
    ttl: MAX_AGE_MS,
    // While it is looked up again.
    allowStale: true,
    fetchMethod: (session) => hasOfficeAccess(session),
  })

  async function has(cookie: string | undefined, timeoutMs?: number): Promise<boolean> {
    const session = await findSignedSession(cookie).catch(() => undefined)
    if (!session) return false
    const before = known.get(session, { allowStale: false })
    if (before !== undefined) return before
    const lookup = known.fetch(session).catch(() => undefined)
    if (timeoutMs === undefined) return (await lookup) ?? false
    return (await Promise.race([lookup, delay(timeoutMs, false, { ref: false })])) ?? false
  }

  return {
    /** False if the database does not respond soon. */
    has: (cookie: string | undefined) => has(cookie, LOOKUP_TIMEOUT_MS),
    /** Waits for the database, however slow it is. False if it fails. */
    waitFor: (cookie: string | undefined) => has(cookie),
  }
}
