import { eq } from 'drizzle-orm'
import type { PlainEmail } from '#kernel/plain-email.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { queueEmail } from './send-email.server.ts'

/** Emails all administrators in the background. @param description for the log */
export async function notifyAdministrators(db: Db, email: PlainEmail, description: string): Promise<void> {
  const administrators = await db.select({ to: users.email }).from(users).where(eq(users.role, 'admin'))
  for (const { to } of administrators) queueEmail(async () => ({ to, ...email }), description)
}
