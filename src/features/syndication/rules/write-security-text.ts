import * as z from 'zod'
import { SECURITY_TEXT_PATH } from '#kernel/paths.ts'

const DAY_MS = 86_400_000
/** RFC 9116 §2.5.5 recommends less than a year. */
const EXPIRES_AFTER_DAYS = 180

/**
 * RFC 9116. Expires at a midnight (UTC), to stay the same for a day.
 *
 * @param site.contact a URI
 */
export function writeSecurityText(
  { origin, contact }: { origin: string; contact: string },
  now: Date,
): string {
  const day = now.getTime() - (now.getTime() % DAY_MS)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(day + EXPIRES_AFTER_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
  ]
  // RFC 9116 §2.5.2 allows https only.
  if (origin.startsWith('https://')) lines.push(`Canonical: ${origin}${SECURITY_TEXT_PATH}`)
  return `${lines.join('\n')}\n`
}

/** @returns undefined unless `text` is one email address */
export function emailUri(text: string): string | undefined {
  const parsed = z.email().safeParse(text.trim())
  return parsed.success ? `mailto:${parsed.data}` : undefined
}
