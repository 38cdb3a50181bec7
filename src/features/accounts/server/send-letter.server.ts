import { setTimeout as delay } from 'node:timers/promises'
import type { PlainLetter } from '#kernel/plain-letter.ts'
import { log } from '#platform/log.server.ts'
import { SHUTDOWN_TIMEOUT_MS, sendEmail } from '#platform/mail.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'

const underWay = new Set<Promise<void>>()

/**
 * Finds out whom to write what, and sends it, after the answer has gone: how long an answer takes must not tell whether an
 * address is known. What fails is logged.
 *
 * @param what is sent, as the log says it
 */
export function sendLetterLater(
  write: () => Promise<{ to: string; fromName?: string; letter: PlainLetter } | undefined>,
  what = 'A letter about an account',
): void {
  const work = async () => {
    const written = await write()
    if (!written) return
    const { letter, ...more } = written
    await sendEmail({ ...more, ...letter })
  }
  const sent = work()
    .catch((error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error
      log().error(`${what} could not be sent: ${message}`)
    })
    .finally(() => underWay.delete(sent))
  underWay.add(sent)
}

/** Waits for the letters that are under way, so that none is lost because the process ends; for `longestMs` milliseconds at most. */
export async function settleLetters(longestMs = SHUTDOWN_TIMEOUT_MS): Promise<void> {
  await Promise.race([Promise.all(underWay), delay(longestMs, undefined, { ref: false })])
}

/** What the site is called in letters. */
export function siteHost(): string {
  return new URL(siteOrigin()).host
}

/** A page of ours with a token in its fragment, which browsers tell to no server. */
export function tokenLink(path: string, token: string): string {
  return `${siteOrigin()}${path}#${token}`
}

export function pageLink(path: string): string {
  return siteOrigin() + path
}
