import { createHmac, timingSafeEqual } from 'node:crypto'
import { findAuthSecret } from '#features/accounts/server/auth-secret.server.ts'
import type { Db } from '#platform/database/db.server.ts'

/** What a link is good for; one signed for another purpose is worth nothing. */
type Purpose = 'unsubscribe' | 'confirm'

/** Signs what stands in links of letters, and reads it back. */
export type LinkSigner = {
  sign(purpose: Purpose, value: string): string
  /** @returns the value, or undefined for what was not signed here for that purpose */
  read(purpose: Purpose, token: string): string | undefined
}

/**
 * A signer with the secret that the database keeps, not with AUTH_SECRET: links in letters have to work for years, and that
 * may be changed to end all sessions.
 */
export async function openLinkSigner(db: Db): Promise<LinkSigner> {
  const secret = await findAuthSecret(db)
  const codeOf = (purpose: Purpose, value: string) =>
    createHmac('sha256', secret).update(`newsletter-${purpose}:${value}`).digest().subarray(0, 18)
  return {
    sign: (purpose, value) =>
      `${Buffer.from(value).toString('base64url')}.${codeOf(purpose, value).toString('base64url')}`,
    read(purpose, token) {
      const [encoded = '', code = ''] = token.split('.')
      const value = Buffer.from(encoded, 'base64url').toString()
      const given = Buffer.from(code, 'base64url')
      const right = codeOf(purpose, value)
      return given.length === right.length && timingSafeEqual(given, right) ? value : undefined
    },
  }
}
