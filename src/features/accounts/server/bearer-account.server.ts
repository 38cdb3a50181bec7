import { and, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { db } from '#platform/database/db.server.ts'
import { sessions, users } from '#schema/accounts.ts'
import { auth } from './auth.server.ts'
import type { Account } from './current-account.server.ts'

/** Spec §8. */
export const INVALID_TOKEN = 'Invalid JWT signature'

const claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/** The token of an Authorization header (RFC 6750 §2.1), or undefined where there is no such header. */
export function bearerToken(headers: Headers): string | undefined {
  const given = headers.get('authorization')
  return given === null ? undefined : (/^Bearer +(\S+)$/i.exec(given)?.[1] ?? '')
}

/**
 * The account that a bearer token speaks for, as it is now: the role is not taken from the token, and with its session the token
 * ends as well. Null where it is forged, expired or of another site.
 */
export async function bearerAccount(token: string): Promise<Account | null> {
  const { api } = await auth()
  const { payload } = await api.verifyJWT({ body: { token } })
  const claimed = claims.safeParse(payload)
  if (!claimed.success) return null
  const { sub, sid } = claimed.data
  const [row] = await db()
    .select({ id: users.id, email: users.email, fullName: users.name, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sid),
        eq(sessions.userId, sub),
        eq(users.banned, false),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
  return row ?? null
}
