import { setTimeout as delay } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { PlainEmail } from '#kernel/text/plain-email.ts'
import type { Db } from '#platform/database/db.server.ts'
import { SHUTDOWN_TIMEOUT_MS, sendEmail } from '#platform/mail/mail.server.ts'
import { log } from '#platform/process/log.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { users } from '#schema/accounts.ts'

const pending = new Set<Promise<void>>()

/**
 * Sends an email in the background, so that response times do not reveal whether an account exists. Logs failures.
 *
 * @param write returns undefined to send nothing
 */
export function queueEmail(
  write: () => Promise<({ to: string; fromName?: string } & PlainEmail) | undefined>,
  description = 'An account email',
): void {
  const work = async () => {
    const email = await write()
    if (email) await sendEmail(email)
  }
  const sent = work()
    .catch((error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error
      log().error(`${description} could not be sent: ${message}`)
    })
    .finally(() => pending.delete(sent))
  pending.add(sent)
}

export async function flushEmails(timeoutMs = SHUTDOWN_TIMEOUT_MS): Promise<void> {
  await Promise.race([Promise.all(pending), delay(timeoutMs, undefined, { ref: false })])
}

export function siteHost(): string {
  return new URL(siteOrigin()).host
}

export function siteUrl(path: string): string {
  return siteOrigin() + path
}

/** Browsers do not send the fragment. */
export function tokenUrl(path: string, token: string): string {
  return `${siteOrigin()}${path}#${token}`
}

/** @param description for the log */
export async function notifyAdministrators(db: Db, email: PlainEmail, description: string): Promise<void> {
  const administrators = await db
    .select({ to: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.banned, false)))
  for (const { to } of administrators) queueEmail(async () => ({ to, ...email }), description)
}
