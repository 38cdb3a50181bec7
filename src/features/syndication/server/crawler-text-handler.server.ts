import { findContactEmail, findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { db } from '#platform/database/db.server.ts'
import { env } from '#platform/env.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { emailUri, writeLlmsText, writeRobotsText, writeSecurityText } from '../rules/write-crawler-texts.ts'

export function handleRobots(): Response {
  return text(writeRobotsText(siteOrigin()))
}

export async function handleLlms(): Promise<Response> {
  return text(writeLlmsText({ origin: siteOrigin(), settings: await findPublicSettings(db()) }))
}

function text(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/**
 * 404 without a security contact and a valid contact email in the settings.
 *
 * @param configured a URI
 */
export async function handleSecurityText(now: Date, configured = env().SECURITY_CONTACT): Promise<Response> {
  const contact = configured ?? emailUri(await findContactEmail(db()))
  if (!contact) return new Response('No security contact is known.\n', { status: 404 })
  const body = writeSecurityText({ origin: siteOrigin(), contact }, now)
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
