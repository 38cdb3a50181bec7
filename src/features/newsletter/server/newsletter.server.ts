import { DrizzleQueryError } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { newsletterSubscribers } from '#schema/newsletter.ts'
import type { Signup } from '../rules/read-signup.ts'

/** SQLSTATE 23505 (PostgreSQL, appendix A; spec §5). */
const UNIQUE_VIOLATION = '23505'

/**
 * Stores a subscriber (spec §7). An address that is stored already, in whatever letter case and whether active or not, is a
 * duplicate: nobody learns who has left.
 */
export async function subscribe(db: Db, { email, fullName }: Signup): Promise<'subscribed' | 'duplicate'> {
  try {
    await db.insert(newsletterSubscribers).values({ email, fullName, userId: null })
    return 'subscribed'
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return 'duplicate'
    throw error
  }
}

function sqlState(error: unknown): string | undefined {
  return error instanceof DrizzleQueryError ? (error.cause as { code?: string } | undefined)?.code : undefined
}
