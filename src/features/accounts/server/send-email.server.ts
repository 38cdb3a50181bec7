import { setTimeout as delay } from 'node:timers/promises'
import type { PlainEmail } from '#kernel/plain-email.ts'
import { log } from '#platform/log.server.ts'
import { SHUTDOWN_TIMEOUT_MS, sendEmail } from '#platform/mail.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'

const pending = new Set<Promise<void>>()

/**
 * Writes and sends an email without waiting for it, so that response times do not reveal whether an address has an account.
 * Failures are logged.
 *
 * @param write returns undefined to send nothing
 * @param description the subject of the log message
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

/** Waits for queued emails before shutdown, for at most `timeoutMs` milliseconds. */
export async function flushEmails(timeoutMs = SHUTDOWN_TIMEOUT_MS): Promise<void> {
  await Promise.race([Promise.all(pending), delay(timeoutMs, undefined, { ref: false })])
}

/** The site's name in emails. */
export function siteHost(): string {
  return new URL(siteOrigin()).host
}

export function siteUrl(path: string): string {
  return siteOrigin() + path
}

/** Carries the token in the fragment, which browsers send to no server. */
export function tokenUrl(path: string, token: string): string {
  return `${siteOrigin()}${path}#${token}`
}
