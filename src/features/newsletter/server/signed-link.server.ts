import { createHmac, timingSafeEqual } from 'node:crypto'
import { findAuthSecret } from '#features/accounts/server/auth-secret.server.ts'
import type { Db } from '#platform/database/db.server.ts'

type Purpose = 'unsubscribe' | 'confirm'

export type LinkSigner = {
  sign(purpose: Purpose, value: string): string
  /** @returns undefined when the signature is invalid */
  verify(purpose: Purpose, token: string): string | undefined
}

/** Signs links with the stored secret, not with AUTH_SECRET, which may be rotated: links must work for years. */
export async function openLinkSigner(db: Db): Promise<LinkSigner> {
  const secret = await findAuthSecret(db)
  const signatureOf = (purpose: Purpose, value: string) =>
    createHmac('sha256', secret).update(`newsletter-${purpose}:${value}`).digest().subarray(0, 18)
  return {
    sign: (purpose, value) =>
      `${Buffer.from(value).toString('base64url')}.${signatureOf(purpose, value).toString('base64url')}`,
    verify(purpose, token) {
      const [encoded = '', signature = ''] = token.split('.')
      const value = Buffer.from(encoded, 'base64url').toString()
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(purpose, value)
      return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
    },
  }
}
